# A Cortex-M4 with FPU, by arm-none-eabi-gcc and newlib; what CMake runs of it,
# qemu runs, with the board's memory as mps2.ld says.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR cortex-m4)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT
  "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -ffunction-sections")
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "--specs=rdimon.specs -Wl,--gc-sections -T \"${CMAKE_CURRENT_LIST_DIR}/mps2.ld\"")
set(CMAKE_CROSSCOMPILING_EMULATOR
  qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none
  -semihosting-config enable=on,target=native -kernel)
