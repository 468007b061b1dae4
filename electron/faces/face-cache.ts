import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { FaceBox } from '../../shared/task/faces.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import { imageThreadPool } from '../images/image-thread-pool.ts'
import { downloadSmallFile, type SmallFile } from '../service/download-small-file.ts'
import type { HttpClient } from '../service/http-client.ts'
import type { ImageSource, ParsedFace, ParsedFaces } from './parse-faces.ts'

/** Format of the cache file. Don't rename its keys. */
const cachedFacesSchema = z.object({
  version: z.literal(1),
  schema: z.record(z.string(), z.unknown()),
  faces: z.array(
    z.object({
      id: z.string(),
      index: z.number().nullable(),
      number: z.number(),
      preview: z.number().nullable(),
      box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
      picture: z.string().nullable(),
      moments: z.array(
        z.object({
          atInSeconds: z.number(),
          box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable()
        })
      )
    })
  ),
  previews: z.array(z.string()),
  references: z.array(z.object({ id: z.string(), url: z.string().nullable() })).default([]),
  most: z.number().nullable(),
  types: z.record(z.string(), z.string())
})
export type CachedFaces = z.infer<typeof cachedFacesSchema>

type Size = { readonly width: number; readonly height: number }

/** Detected faces and their images, in one folder for each task. */
export class FaceCache {
  readonly #folder: string
  readonly #http: HttpClient
  readonly #turns = new Map<string, Promise<unknown>>()

  /** `folder` is created if missing. */
  constructor({ folder, http }: { readonly folder: string; readonly http: HttpClient }) {
    this.#folder = folder
    this.#http = http
  }

  /** Returns the IDs of the tasks that have a folder. */
  async ids(): Promise<readonly string[]> {
    // The folder doesn't exist before the first selection.
    return readdir(this.#folder).catch(() => [])
  }

  /** Returns a task's cached faces. Null if no faces are cached, or if they can't be read. */
  async read(id: string): Promise<CachedFaces | null> {
    try {
      return cachedFacesSchema.parse(JSON.parse(await readFile(this.#fileOf(id), 'utf8')))
    } catch {
      return null
    }
  }

  /** Returns a cached image. Null if it isn't cached. */
  async readImage(id: string, name: string): Promise<SmallFile | null> {
    const contentType = (await this.read(id))?.types[name]
    if (contentType === undefined) return null
    return readFile(join(this.#folderOf(id), name)).then(
      (bytes) => ({ bytes, contentType }),
      () => null
    )
  }

  /** Saves the images as files, and writes the cache file. Converts boxes to fractions of their preview. Call it in `inTurn`. */
  async write(id: string, schema: JsonSchema, parsed: ParsedFaces): Promise<CachedFaces> {
    await mkdir(this.#folderOf(id), { recursive: true })
    const types: { [name: string]: string } = {}
    const put = async (source: ImageSource, name: string): Promise<string | null> => {
      const contentType = await this.#writeImage(join(this.#folderOf(id), name), source)
      if (contentType === null) return null
      types[name] = contentType
      return name
    }
    const previews = (await Promise.all(parsed.previews.map((source, place) => put(source, `preview-${place}`)))).filter(
      (name) => name !== null
    )
    const sizes = await Promise.all(previews.map((name) => sizeOf(join(this.#folderOf(id), name))))
    const faces = await Promise.all(
      parsed.faces.map(async ({ preview: named, ...face }, place) => {
        const preview = previewOf(named, previews.length)
        const size = sizes[preview ?? 0] ?? null
        return {
          id: face.id,
          index: face.index,
          number: place + 1,
          preview,
          box: partOf(face.box, size),
          picture: face.picture === null ? null : await put(face.picture, `face-${place}`),
          moments: face.moments.map(({ atInSeconds, box }) => ({ atInSeconds, box: partOf(box, size) }))
        }
      })
    )
    const cached: CachedFaces = { version: 1, schema, faces, previews, references: [...parsed.references], types, most: parsed.most }
    const draft = `${this.#fileOf(id)}.${randomUUID()}.part`
    await writeFile(draft, JSON.stringify(cached))
    await rename(draft, this.#fileOf(id))
    return cached
  }

  forget(id: string): Promise<void> {
    return this.inTurn(id, () => rm(this.#folderOf(id), { recursive: true, force: true }))
  }

  /** Serialises changes to a task's folder. Otherwise, a preview that is written during the folder's deletion would never be deleted. */
  inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(work, work)
    this.#turns.set(id, turn)
    const end = (): void => {
      if (this.#turns.get(id) === turn) this.#turns.delete(id)
    }
    void turn.then(end, end)
    return turn
  }

  /** Resolves when nothing is being saved or deleted. */
  idle(): Promise<unknown> {
    return Promise.allSettled(this.#turns.values())
  }

  /** Saves an image and returns its content type. Null if the source isn't an image. Nothing is saved in that case. */
  async #writeImage(path: string, source: ImageSource): Promise<string | null> {
    const image =
      source.kind === 'address'
        ? await downloadSmallFile(this.#http, source.url, 'image')
        : { bytes: Buffer.from(source.base64, 'base64'), contentType: source.contentType }
    if (image === null || !image.contentType.startsWith('image/')) return null
    await writeFile(path, image.bytes)
    return image.contentType
  }

  #folderOf(id: string): string {
    return join(this.#folder, id)
  }

  #fileOf(id: string): string {
    return join(this.#folderOf(id), 'faces.json')
  }
}

/** Returns the index of the preview that shows a face. A single preview shows all faces. Null if the preview is unknown. */
function previewOf(preview: number | null, count: number): number | null {
  if (preview !== null && preview >= 0 && preview < count) return preview
  return count === 1 ? 0 : null
}

/** Converts a box to fractions of its preview. Null if the box is in pixels and the preview's size is unknown. */
function partOf(box: ParsedFace['box'], size: Size | null): FaceBox | null {
  if (box === null) return null
  const { isPart, x, y, width, height } = box
  if (isPart) return { x, y, width, height }
  if (size === null) return null
  return { x: x / size.width, y: y / size.height, width: width / size.width, height: height / size.height }
}

async function sizeOf(path: string): Promise<Size | null> {
  return imageThreadPool.run('readMetadata', path, false).catch(() => null)
}
