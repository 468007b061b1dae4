import type { AppImageJobs } from './image-thread.ts'
import { openImageThread } from './open-image-thread.ts'

/** The thread's file is next to this one, both in the source and in the bundle. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './image-thread.ts' : './image-thread.js', import.meta.url)

/** Decodes images of the library, uploads and faces, in one thread for the whole app. */
export const images = openImageThread<AppImageJobs>(threadFile)
