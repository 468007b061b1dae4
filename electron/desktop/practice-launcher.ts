import type { PracticeLauncher } from '../account/account.ts'
import { Secret } from '../account/secret.ts'
import type { PracticeService } from '../practice/practice-service.ts'

/** The embedded practice service. It starts on first use. Its tasks and files are in `dataDir` and survive a restart. */
export function createPracticeLauncher(dataDir: string): PracticeLauncher {
  let running: Promise<PracticeService> | null = null

  return {
    start: async () => {
      running ??= openService(dataDir)
      try {
        const { url, apiKey } = await running
        return { baseUrl: url, key: new Secret(apiKey) }
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

/** Loads the practice service on first use. Most users never start it again after the first day. */
async function openService(dataDir: string): Promise<PracticeService> {
  const { openPracticeService } = await import('../practice/practice-service.ts')
  return openPracticeService({ dataDir })
}
