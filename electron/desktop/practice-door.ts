import type { PracticeDoor } from '../account/account.ts'
import { Secret } from '../account/secret.ts'
import type { PracticeService } from '../practice/practice-service.ts'

/** The embedded practice service, started when it is first wanted; its tasks and files outlive a restart in `dataDir`. */
export function createPracticeDoor(dataDir: string): PracticeDoor {
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

/** Read in when it is first wanted: most people never start it again after the first day. */
async function openService(dataDir: string): Promise<PracticeService> {
  const { openPracticeService } = await import('../practice/practice-service.ts')
  return openPracticeService({ dataDir })
}
