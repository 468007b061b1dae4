import type { AppImageJobs } from './image-thread.ts'
import { openImageThread } from './open-image-thread.ts'

/** The thread's file is next to this one, both in the source and in the bundle. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './image-thread.ts' : './image-thread.js', import.meta.url)

/** The app's only image thread. It decodes images for the library, uploads and faces. */
export const images = openImageThread<AppImageJobs>(threadFile)
