import { openImageThread } from '../images/open-image-thread.ts'
import type { PracticeImageJobs } from './picture-thread.ts'

/** The worker's module is next to this file, both in the source and in the bundle. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './picture-thread.ts' : './picture-thread.js', import.meta.url)

/** Worker thread that generates and measures the practice service's images. The library uses another thread. */
export const imageWorker = openImageThread<PracticeImageJobs>(threadFile)
