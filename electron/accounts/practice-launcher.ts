import type { PracticeLauncher } from './ports.ts'
import { Secret } from './secret.ts'
import type { PracticeService } from '../practice/practice-service.ts'

/** Returns a launcher for the embedded practice service. Tasks and files are stored in `dataDir` and survive a restart. */
export function createPracticeLauncher(dataDir: string): PracticeLauncher {
  let running: Promise<PracticeService> | null = null

  return {
    start: async () => {
      running ??= openService(dataDir)
      try {
        const { url, apiKey } = await running
        return { baseUrl: url, apiKey: new Secret(apiKey) }
      } catch (error) {
        running = null
        throw error
      }
    },
    stop: async () => {
      const service = running
      running = null
      await (await service)?.close()
    }
  }
}

/** Loads the practice service's code only when needed. Most users stop using the service after the first day. */
async function openService(dataDir: string): Promise<PracticeService> {
  const { openPracticeService } = await import('../practice/practice-service.ts')
  return openPracticeService({ dataDir })
}
