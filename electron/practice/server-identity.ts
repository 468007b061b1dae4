import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Data that stays the same after a restart: the secret for signing URLs, and the ports. */
const factsSchema = z.object({ linkSecret: z.string(), port: z.number(), storagePort: z.number() })
export type ServerIdentity = z.infer<typeof factsSchema>

export function createServerIdentity(): ServerIdentity {
  return { linkSecret: randomBytes(24).toString('hex'), port: 0, storagePort: 0 }
}

/** Reads the identity saved in `dataDir`. If none is saved, returns a new identity. */
export async function readServerIdentity(dataDir: string): Promise<ServerIdentity> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch(() => null)
  return text === null ? createServerIdentity() : factsSchema.parse(JSON.parse(text))
}

/** Saves the identity atomically. */
export async function writeServerIdentity(dataDir: string, facts: ServerIdentity): Promise<void> {
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
