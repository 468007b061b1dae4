import { availableParallelism } from 'node:os'
import type { AppImageJobs } from './image-thread.ts'
import { openImageThreadPool } from './open-image-thread.ts'

/** The thread's file is next to this one, both in the source and in the bundle. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './image-thread.ts' : './image-thread.js', import.meta.url)

/** The native build uses several cores from one thread. The WebAssembly build on Linux needs a thread for each core. */
const threadCount = process.platform === 'linux' ? Math.min(2, availableParallelism()) : 1

/** The app's image threads. They decode images for the library, uploads and faces. */
export const imageThreadPool = openImageThreadPool<AppImageJobs>(threadFile, threadCount)
