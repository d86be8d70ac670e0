/* SPDX-License-Identifier: MIT
 *
 * A stand-in for CUDA, so that a kernel runs without a device: one thread after
 * the other.
 */
#pragma once

#define __host__
#define __device__
#define __global__

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_)
    {
    }
};
typedef void *cudaStream_t;
enum { cudaErrorInvalidValue = 1 };
static dim3 blockIdx, blockDim, threadIdx;

int cudaLaunchKernel(const void *kernel, dim3 blocks, dim3 threads, void **argument,
                     unsigned long shared, cudaStream_t);
