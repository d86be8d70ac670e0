// SPDX-License-Identifier: MIT
//
// The emitted kernel of fast_top, thread after thread, beside fast_top_run.
#include <cstdio>
#include <cstring>
#include <vector>

#include "fast_top_kernel.cu"

int cudaLaunchKernel(const void *, dim3 blocks, dim3 threads, void **a,
                     unsigned long, cudaStream_t)
{
    blockDim = threads;
    for (blockIdx.x = 0; blockIdx.x < blocks.x; blockIdx.x++)
        for (threadIdx.x = 0; threadIdx.x < threads.x; threadIdx.x++)
            fast_top_kernel(*(long *)a[0], *(fast_top_many *)a[1],
                            *(fast_top_many_par *)a[2],
                            *(fast_top_many_in *)a[3], *(double *)a[4],
                            *(long *)a[5], *(unsigned char **)a[6]);
    return 0;
}

int main()
{
    const long n = 300;
    std::vector<double> number(10 * n);
    std::vector<fast_top> alone(n);
    std::vector<unsigned char> status(n);
    double *at = number.data();
    const fast_top_many x = {{at, at + n, at + 2 * n, at + 3 * n},
                             {at + 4 * n, at + 5 * n, at + 6 * n},
                             at + 7 * n,
                             at + 8 * n};
    fast_top_many_par par = {at + 9 * n, {0}};
    int differ = 0;
    for (long i = 0; i < n; i++) {
        fast_top_start(&alone[i]);
        alone[i].L[1] = 0.01 * i;
        at[9 * n + i] = 20 + 0.1 * i;
        fast_top_many_put(&x, i, &alone[i]);
    }
    if (fast_top_run_many_cuda(n, &x, &par, nullptr, 1e-3, 100, status.data(),
                               nullptr) != 0)
        return 1;
    for (long i = 0; i < n; i++) {
        fast_top body;
        fast_top_par own = {at[9 * n + i]};
        fast_top_many_get(&x, i, &body);
        differ +=
            fast_top_run(&alone[i], &own, nullptr, 1e-3, 100) != status[i];
        differ += std::memcmp(&body, &alone[i], sizeof body) != 0;
    }
    std::puts(differ ? "other bits" : "the same bits");
    return differ != 0;
}
