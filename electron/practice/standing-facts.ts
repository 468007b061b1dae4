import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What the service must find again after a restart to be the same service: the secret behind its links, and where it listened. */
const factsSchema = z.object({ linkSecret: z.string(), port: z.number(), storagePort: z.number() })
export type StandingFacts = z.infer<typeof factsSchema>

export function freshFacts(): StandingFacts {
  return { linkSecret: randomBytes(24).toString('hex'), port: 0, storagePort: 0 }
}

/** The facts of this folder, or fresh ones for a folder that has none. */
export async function readFacts(dataDir: string): Promise<StandingFacts> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch(() => null)
  return text === null ? freshFacts() : factsSchema.parse(JSON.parse(text))
}

/** Writes them whole or not at all. */
export async function writeFacts(dataDir: string, facts: StandingFacts): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const part = join(dataDir, `${fileName}.part`)
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(facts))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, join(dataDir, fileName))
}

const fileName = 'service.json'
