# Steppers in a project that is built by CMake:
#
#   polhode_add_stepper(TARGET SPEC [NAME n] [METHOD m] [ATTITUDE a] [MAP m]
#     [REAL double|float] [STEP h] [TOLERANCE a] [AT t,t,...] [SET k=v ...]
#     [WITHOUT part ...] [SHELF dir ...] [COMMITTED dir] [EXACT_BITS])
#
# adds to TARGET, which was made in the same folder, the C that `polhode emit`
# makes of SPEC with these options, and the folder that its headers lie in.  The
# C is made anew when the spec, what it reads, the options or polhode change;
# where its text is the same after that nothing is compiled.
#
# COMMITTED dir: the C lies there, under version control.  Where there is a
# polhode the build checks that it is what would be emitted, and elsewhere takes
# it as it is.
#
# EXACT_BITS: the C is compiled without contraction, so that all compilers and
# machines give the same bits as long as the step calls no function of math.h
# but sqrt.
#
# The program is the target polhode::program: that of the package or of the
# source tree, or the one that POLHODE_EXECUTABLE names.

function(polhode_add_stepper target spec)
  cmake_policy(SET CMP0116 NEW) # depfiles in subdirectories
  cmake_parse_arguments(PARSE_ARGV 2 A "EXACT_BITS"
    "NAME;METHOD;ATTITUDE;MAP;REAL;STEP;TOLERANCE;AT;COMMITTED"
    "SET;WITHOUT;SHELF")
  if(A_UNPARSED_ARGUMENTS OR A_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "polhode_add_stepper(${target} ${spec}): not "
      "understood: ${A_UNPARSED_ARGUMENTS} ${A_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "polhode_add_stepper: there is no target '${target}'")
  endif()
  get_filename_component(spec ${spec} ABSOLUTE)
  if(NOT EXISTS ${spec})
    message(FATAL_ERROR "polhode_add_stepper: there is no file ${spec}")
  endif()

  # What the files are called: the spec names the body.
  set(name "${A_NAME}")
  if(NOT name)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${spec})
    file(STRINGS ${spec} body REGEX "^[ \t]*body[ \t]+[A-Za-z_0-9]+" LIMIT_COUNT 1)
    string(REGEX REPLACE "^[ \t]*body[ \t]+([A-Za-z_0-9]+).*" "\\1" name "${body}")
    if(NOT name)
      message(FATAL_ERROR "polhode_add_stepper: no line `body NAME` in ${spec}; "
        "say NAME")
    endif()
  endif()

  set(options)
  foreach(option NAME METHOD ATTITUDE MAP REAL STEP TOLERANCE AT)
    if(A_${option})
      string(TOLOWER ${option} word)
      list(APPEND options --${word} ${A_${option}})
    endif()
  endforeach()
  foreach(pair ${A_SET})
    list(APPEND options --set ${pair})
  endforeach()
  foreach(part ${A_WITHOUT})
    list(APPEND options --without ${part})
  endforeach()
  foreach(folder ${A_SHELF})
    get_filename_component(folder ${folder} ABSOLUTE)
    list(APPEND options --shelf ${folder})
  endforeach()

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/polhode/${target})
  set(stamp ${folder}/${name}.stamp)
  file(MAKE_DIRECTORY ${folder})
  set(kind BYPRODUCTS)
  set(work "emitting")
  if(A_COMMITTED)
    get_filename_component(folder ${A_COMMITTED} ABSOLUTE)
    set(kind DEPENDS)
    set(work "checking")
    if(NOT EXISTS ${folder}/${name}.c)
      list(JOIN options " " words)
      message(FATAL_ERROR "polhode_add_stepper: there is no "
        "${folder}/${name}.c; make it by\n"
        "  polhode emit ${spec} ${words} -o ${folder}")
    endif()
    list(APPEND options --check)
  endif()
  set(files ${folder}/${name}.c ${folder}/${name}.h)
  if(NOT "${A_WITHOUT}" MATCHES "stepper")
    list(APPEND files ${folder}/${name}_stepper.h)
  endif()
  if(TARGET polhode::program)
    add_custom_command(
      OUTPUT ${stamp} ${kind} ${files}
      COMMAND polhode::program emit ${spec} ${options} -o ${folder}
              --depfile ${stamp}.d --quiet
      COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
      DEPENDS ${spec} $<TARGET_FILE:polhode::program>
      DEPFILE ${stamp}.d
      COMMENT "polhode: ${work} ${name}"
      VERBATIM)
    target_sources(${target} PRIVATE ${stamp})
  elseif(NOT A_COMMITTED)
    message(FATAL_ERROR "polhode_add_stepper(${target} ${spec}): there is no "
      "polhode to emit it; install one, or say where it is by "
      "-DPOLHODE_EXECUTABLE=, or commit the C and say COMMITTED")
  endif()
  target_sources(${target} PRIVATE ${folder}/${name}.c)
  if(A_EXACT_BITS)
    set_property(SOURCE ${folder}/${name}.c APPEND PROPERTY COMPILE_OPTIONS
      $<$<NOT:$<C_COMPILER_ID:MSVC>>:-ffp-contract=off>)
  endif()
  get_target_property(kind ${target} TYPE)
  set(scope PUBLIC)
  if(kind STREQUAL "EXECUTABLE")
    set(scope PRIVATE)
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${folder}>)
endfunction()
