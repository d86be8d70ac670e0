/* SPDX-License-Identifier: MIT
 *
 * How a Cortex-M4F begins that has newlib's semihosting behind it.
 */
void _start(void);

static void begin(void)
{
    *(volatile unsigned *)0xE000ED88 |= 0xFU << 20; /* the FPU on */
    __asm volatile("dsb\n\tisb");
    _start();
}

/* The stack's top, and where it begins. */
__attribute__((section(".vectors"),
               used)) static void (*const vectors[16])(void) = {
    (void (*)(void))0x20200000, begin};
