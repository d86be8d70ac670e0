/* SPDX-License-Identifier: MIT
 *
 * boot.c - what a Cortex-M does before main: data, FPU, newlib with
 * semihosting, by which printf and exit reach the host. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern char data_from[], data_start[], data_size[], __stack[];
extern char __bss_start__[], __bss_end__[];
void initialise_monitor_handles(void);
int main(void);
void reset(void);

void reset(void)
{
    *(volatile uint32_t *)0xE000ED88u |= 0xFu << 20; /* the FPU is on */
    memcpy(data_start, data_from, (size_t)data_size);
    memset(__bss_start__, 0, (size_t)(__bss_end__ - __bss_start__));
    initialise_monitor_handles();
    exit(main());
}

__attribute__((section(".vectors"), used)) static void *const vectors[] = {
    __stack, (void *)reset, (void *)abort, (void *)abort};
