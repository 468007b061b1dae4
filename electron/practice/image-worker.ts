import { openImageThread } from '../images/open-image-thread.ts'
import type { PictureJobs } from './picture-thread.ts'

/** The thread's file is next to this one, both in the source and in the bundle. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './picture-thread.ts' : './picture-thread.js', import.meta.url)

/** Generates and measures the practice service's images, in a separate thread from the library's. */
export const imageWorker = openImageThread<PictureJobs>(threadFile)
