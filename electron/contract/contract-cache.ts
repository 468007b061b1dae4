import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** The service's raw responses: its two documents, and `list_capabilities` over MCP. A value is null if it was never downloaded. */
export type ContractDocuments = { readonly catalog: unknown; readonly openapi: unknown; readonly tools: unknown }

const documentSchema = z.object({ sha256: z.string(), json: z.string() }).nullable()
/** Format of the cache file. Don't rename its keys. */
const fileSchema = z.object({
  version: z.literal(1),
  catalog: documentSchema,
  openapi: documentSchema,
  tools: documentSchema.default(null)
})

/** Returns the path of a connection's cache file. The file name is a digest, because a connection ID may contain any character. */
export function contractCachePath(cacheDir: string, connectionId: string): string {
  return path.join(cacheDir, `contract-${sha256(connectionId).slice(0, 32)}.json`)
}

/** Reads the cached documents. A document is null if the file is missing or damaged, or if its digest doesn't match. */
export async function readContractCache(file: string): Promise<ContractDocuments> {
  try {
    const kept = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')))
    return { catalog: documentOf(kept.catalog), openapi: documentOf(kept.openapi), tools: documentOf(kept.tools) }
  } catch {
    return { catalog: null, openapi: null, tools: null }
  }
}

/** Replaces the file atomically. Rejects with the file system's error. */
export async function writeContractCache(file: string, documents: ContractDocuments): Promise<void> {
  const { catalog, openapi, tools } = documents
  const kept: z.infer<typeof fileSchema> = { version: 1, catalog: keptOf(catalog), openapi: keptOf(openapi), tools: keptOf(tools) }
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}.part`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(JSON.stringify(kept))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function documentOf(kept: z.infer<typeof documentSchema>): unknown {
  return kept !== null && sha256(kept.json) === kept.sha256 ? (JSON.parse(kept.json) as unknown) : null
}

function keptOf(document: unknown): z.infer<typeof documentSchema> {
  if (document === null || document === undefined) return null
  const json = JSON.stringify(document)
  return { sha256: sha256(json), json }
}

/** Returns the SHA-256 digest of a document's JSON, in hexadecimal. */
export function documentDigest(document: unknown): string {
  return sha256(JSON.stringify(document))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
