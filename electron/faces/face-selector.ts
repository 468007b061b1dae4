import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { FaceBox, FaceSelectionInput, FacePick, FaceSelectionData, FaceSelectionMode, DetectedFace } from '../../shared/task/faces.ts'
import { newFault, type Fault } from '../../shared/task/fault.ts'
import { isRecord, isSameJson } from '../../shared/form/fields/schema-reading.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { HttpClient } from '../service/http-client.ts'
import type { CallOutcome, ToolClient } from '../tasks/ports.ts'
import type { TaskRecord } from '../tasks/machine/task-record.ts'
import type { FaceArgumentPlan, FaceChoiceContext } from './plan-face-arguments.ts'
import { imageThreadPool } from '../images/image-thread-pool.ts'
import { knownReferences, type SentReference } from './face-references.ts'
import { downloadPreview, type PreviewImage } from './download-preview.ts'
import type { ImageSource, ParsedFace, ParsedFaces } from './parse-faces.ts'
import { parseFaces } from './parse-faces.ts'

export type FaceSelectorOptions = {
  /** Null if the connection's account isn't open. */
  readonly toolsOf: (connectionId: string) => ToolClient | null
  readonly http: HttpClient
  /** Folder where previews are cached across restarts. It is created if missing. */
  readonly folder: string
  readonly referencesOf: (record: TaskRecord) => Promise<readonly SentReference[]>
  readonly recordOf: (id: string) => TaskRecord | undefined
  /** Returns how a selection is written as tool arguments (see `plan-face-arguments.ts`). */
  readonly argumentsFor: (schema: JsonSchema, choice: FaceChoiceContext) => FaceArgumentPlan
  /** Returns the error shown to the user for a fault. */
  readonly problemOf: (fault: Fault) => UserFacingError
  /** Resolves when the faces may be requested again after `tries` failures. Null if they aren't requested automatically. */
  readonly pauseBeforeAskingAgain: (fault: Fault, tries: number) => Promise<void> | null
}

export type FaceSelector = {
  /** Returns the faces from the service. If the request fails, returns the cached faces. @throws UserFacingError if no faces are cached. */
  readonly show: (record: TaskRecord) => Promise<FaceSelectionData>
  /** Returns an image that the result of `show` refers to. `key`: last part of the image's URL. Null if there is no such image. */
  readonly picture: (key: string) => Promise<PreviewImage | null>
  /**
   * Returns the exact text of a selection and a function that sends it. @throws UserFacingError if the selection doesn't match the faces.
   */
  readonly prepare: (
    record: TaskRecord,
    choice: FaceSelectionInput
  ) => Promise<{ readonly text: string; readonly send: () => Promise<CallOutcome<unknown>> }>
  /** Deletes a task's cached data. Call after the selection was accepted. */
  readonly forget: (id: string) => Promise<void>
  /** Deletes cached data of tasks that no longer wait for a selection. */
  readonly tidy: () => Promise<void>
  /** Resolves when nothing is being saved or deleted. */
  readonly idle: () => Promise<unknown>
}

const tool = 'select_faces'

/** Format of the cache file. Don't rename its keys. */
const keptSchema = z.object({
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
type Kept = z.infer<typeof keptSchema>

/**
 * Implements face selection over MCP. Previews come from `get_task_result`, and `select_faces` sends the selection (spec section 4, MCP
 * interface).
 */
export function createFaceSelector(parts: FaceSelectorOptions): FaceSelector {
  const folderOf = (id: string): string => join(parts.folder, id)
  const fileOf = (id: string): string => join(folderOf(id), 'faces.json')
  const turns = new Map<string, Promise<unknown>>()

  /** Serialises changes to a task's folder. Otherwise a preview written during its deletion would remain for ever. */
  function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work, work)
    turns.set(id, turn)
    const end = (): void => {
      if (turns.get(id) === turn) turns.delete(id)
    }
    void turn.then(end, end)
    return turn
  }

  /** True while the user may still select from the cached faces. A sent selection counts too, because it may have been lost. */
  function isWanted(id: string): boolean {
    const phase = parts.recordOf(id)?.state.phase
    return phase === 'needs_input' || phase === 'selecting'
  }

  async function ask(
    record: TaskRecord,
    taskId: string
  ): Promise<CallOutcome<{ readonly schema: JsonSchema | null; readonly faces: ParsedFaces }>> {
    const tools = parts.toolsOf(record.connectionId)
    if (tools === null)
      throw new UserFacingError(say('This task’s account isn’t connected.'), { advice: say('Connect the account, then choose faces.') })
    const outcome = await tools.taskResult({ taskId, capability: record.capability, step: 'select-faces' })
    if (!outcome.ok) return outcome
    const listed = await tools.tools({})
    if (!listed.ok) return listed
    const schema = listed.value.find(({ name }) => name === tool)?.inputSchema ?? null
    return { ...outcome, value: { schema, faces: parseFaces(outcome.value) } }
  }

  /** Returns the faces from the service, otherwise the cached faces. If no faces are cached, retries while the fault allows a retry. */
  async function lookOrRecall(record: TaskRecord): Promise<Kept> {
    const { id, taskId } = record
    if (taskId === null) throw new UserFacingError(say('This task isn’t waiting for a face selection.'))
    for (let tries = 1; ; tries += 1) {
      const outcome = await ask(record, taskId)
      if (outcome.ok) return keepInTurn(id, outcome.value)
      const kept = await recall(id)
      if (kept !== null) return kept
      const pause = parts.pauseBeforeAskingAgain(outcome.fault, tries)
      if (pause === null) throw parts.problemOf(outcome.fault)
      await pause
    }
  }

  function keepInTurn(id: string, { schema, faces }: { readonly schema: JsonSchema | null; readonly faces: ParsedFaces }): Promise<Kept> {
    if (schema === null)
      throw new UserFacingError(say('The service doesn’t describe how to choose faces.'), {
        advice: say('Check again later. Nothing is lost.')
      })
    return inTurn(id, async () => {
      // The selection was accepted while the faces were requested again.
      if (!isWanted(id))
        throw new UserFacingError(say('This task no longer needs a face selection.'), {
          advice: say('Check the task’s status in the queue.')
        })
      try {
        return await keep(id, schema, faces)
      } catch (cause) {
        const kept = await recall(id)
        if (kept !== null) return kept
        throw new UserFacingError(
          say('The faces can’t be shown. Their images couldn’t be saved on this computer. The task is still waiting.'),
          {
            advice: say('Free up disk space, then check again.'),
            cause
          }
        )
      }
    })
  }

  /** Saves the images as files, and writes the cache file. Converts boxes to fractions of their preview. */
  async function keep(id: string, schema: JsonSchema, read: ParsedFaces): Promise<Kept> {
    await mkdir(folderOf(id), { recursive: true })
    const types: { [key: string]: string } = {}
    const put = async (source: ImageSource, name: string): Promise<string | null> => {
      const previewImage =
        source.kind === 'address'
          ? await downloadPreview(parts.http, source.url)
          : { bytes: Buffer.from(source.base64, 'base64'), contentType: source.contentType }
      if (previewImage === null || !previewImage.contentType.startsWith('image/')) return null
      await writeFile(join(folderOf(id), name), previewImage.bytes)
      types[name] = previewImage.contentType
      return name
    }
    const previews = (await Promise.all(read.previews.map((source, place) => put(source, `preview-${place}`)))).filter(
      (name) => name !== null
    )
    const sizes = await Promise.all(previews.map((name) => sizeOf(join(folderOf(id), name))))
    const faces = await Promise.all(
      read.faces.map(async (face, place) => ({
        id: face.id,
        index: face.index,
        number: place + 1,
        preview: previewOf(face, previews.length),
        box: partOf(face.box, sizes[previewOf(face, previews.length) ?? 0] ?? null),
        picture: face.picture === null ? null : await put(face.picture, `face-${place}`),
        moments: face.moments.map(({ atInSeconds, box }) => ({
          atInSeconds,
          box: partOf(box, sizes[previewOf(face, previews.length) ?? 0] ?? null)
        }))
      }))
    )
    const kept: Kept = { version: 1, schema, faces, previews, references: [...read.references], types, most: read.most }
    const draft = `${fileOf(id)}.${randomUUID()}.part`
    await writeFile(draft, JSON.stringify(kept))
    await rename(draft, fileOf(id))
    return kept
  }

  async function recall(id: string): Promise<Kept | null> {
    try {
      return keptSchema.parse(JSON.parse(await readFile(fileOf(id), 'utf8')))
    } catch {
      return null
    }
  }

  return {
    show: async (record) => {
      const kept = await lookOrRecall(record)
      const references = await parts.referencesOf(record)
      const mode = wayOf(kept, argumentsOf(record, kept, '').mode)
      const faces = kept.faces.map(({ picture, ...face }): DetectedFace => ({
        ...face,
        pictureUrl: picture === null ? null : mediaPaths.face(`${record.id}.${picture}`)
      }))
      return {
        previews: kept.previews.map((name) => ({ url: mediaPaths.face(`${record.id}.${name}`), medium: 'image' })),
        faces,
        references: references.map(({ index, letter, name, path }) => ({
          index,
          letter,
          name,
          pictureUrl: path === null ? null : mediaPaths.face(`${record.id}.reference-${index}`)
        })),
        mode,
        lastPicks: lastPicks(record, kept, references.length)
      }
    },
    picture: async (key) => {
      const [, id, name] = /^([\w-]+)\.((?:preview|face|reference)-\d+)$/.exec(key) ?? []
      if (id === undefined || name === undefined) return null
      if (name.startsWith('reference-')) return referencePicture(id, Number(name.slice('reference-'.length)))
      const contentType = (await recall(id))?.types[name]
      if (contentType === undefined) return null
      return readFile(join(folderOf(id), name)).then(
        (bytes) => ({ bytes, contentType }),
        () => null
      )
    },
    prepare: async (record, choice) => {
      const { taskId } = record
      const kept = (await recall(record.id)) ?? (await lookOrRecall(record))
      if (taskId === null) throw new UserFacingError(say('This task isn’t waiting for a face selection.'))
      const text = textOf(record, kept, choice)
      const send = async (): Promise<CallOutcome<unknown>> => {
        const tools = parts.toolsOf(record.connectionId)
        const given = JSON.parse(text) as { readonly [name: string]: unknown }
        if (tools !== null) return tools.callTool({ tool, arguments: given, step: 'select-faces' })
        return { ok: false, fault: newFault('select-faces', 'not-sent', { message: 'no-connection' }) }
      }
      return { text, send }
    },
    forget,
    tidy: async () => {
      // The folder doesn't exist before the first selection.
      const kept = await readdir(parts.folder).catch(() => [])
      for (const id of kept) if (!isWanted(id)) await forget(id)
    },
    idle: () => Promise.allSettled(turns.values())
  }

  function forget(id: string): Promise<void> {
    return inTurn(id, () => rm(folderOf(id), { recursive: true, force: true }))
  }

  async function referencePicture(id: string, index: number): Promise<PreviewImage | null> {
    const record = parts.recordOf(id)
    const path = record === undefined ? null : ((await parts.referencesOf(record))[index]?.path ?? null)
    if (path === null) return null
    // The response is always a WebP thumbnail, whatever the file's format.
    return imageThreadPool.run('drawSquare', path, 320).then(
      (bytes) => ({ bytes: Buffer.from(bytes), contentType: 'image/webp' }),
      () => null
    )
  }

  function argumentsOf(record: TaskRecord, kept: Kept, idempotencyKey: string): FaceArgumentPlan {
    const { taskId, capability, values, body } = record
    const faces = kept.faces.map(({ picture: _kept, ...face }) => ({ ...face, pictureUrl: null }))
    const references = knownReferences(values, body, kept.references)
    return parts.argumentsFor(kept.schema, { taskId: taskId ?? '', capability, idempotencyKey, faces, references })
  }

  function textOf(record: TaskRecord, kept: Kept, choice: FaceSelectionInput): string {
    const { write, known, mode: ownWay } = argumentsOf(record, kept, randomUUID())
    const way = wayOf(kept, ownWay)
    if (choice.kind === 'form') return JSON.stringify(completed(known, choice.values))
    if (write === null || way.kind === 'form') throw new UserFacingError(say('Make this selection in the form.'))
    const faceIds = new Set(kept.faces.map(({ id }) => id))
    if (choice.picks.some(({ faceId }) => !faceIds.has(faceId)))
      throw new UserFacingError(say('The faces have changed.'), { advice: say('Check the faces, then choose again.') })
    if (!way.many && choice.picks.length > 1)
      throw new UserFacingError(say('Only one face can be replaced here.'), { advice: say('Choose one face.') })
    const text = JSON.stringify(write(choice.picks))
    // An identical selection is sent as identical text, including its idempotency key.
    const before = record.choice
    return before !== null && before.fate === 'not-taken' && isSameJson(withoutKey(before.arguments), withoutKey(text))
      ? before.arguments
      : text
  }

  /**
   * Recovers the previous selection from its stored tool arguments, except the idempotency key. Empty if it was accepted, or if no picks
   * produce exactly these arguments.
   */
  function lastPicks(record: TaskRecord, kept: Kept, referenceCount: number): readonly FacePick[] {
    if (record.choice === null || record.choice.fate === 'taken') return []
    const { write } = argumentsOf(record, kept, '')
    if (write === null) return []
    const wanted = withoutKey(record.choice.arguments)
    const written = (picks: readonly FacePick[]): unknown => withoutKey(JSON.stringify(write(picks)))
    const places = Math.max(1, referenceCount)
    const picks: FacePick[] = []
    for (const { id } of kept.faces) {
      const choices = Array.from({ length: places }, (_, reference): FacePick => ({ faceId: id, reference }))
      const chosen = choices.find((pick) => isBeginningOf(written([...picks, pick]), wanted))
      if (chosen !== undefined) picks.push(chosen)
    }
    return picks.length > 0 && isSameJson(written(picks), wanted) ? picks : []
  }
}

/** Applies the task's limit to the tool's selection mode. */
function wayOf({ most }: Kept, way: FaceSelectionMode): FaceSelectionMode {
  return way.kind === 'faces' && most === 1 ? { ...way, many: false } : way
}

function withoutKey(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => (/idempotency/i.test(name) ? undefined : value))
}

/** Merges the user's values into the known values. The user's values take precedence. */
function completed(known: unknown, given: unknown): unknown {
  if (!isRecord(known) || !isRecord(given)) return given === undefined ? known : given
  const names = new Set([...Object.keys(known), ...Object.keys(given)])
  return Object.fromEntries([...names].map((name) => [name, completed(known[name], given[name])]))
}

/** True if `part` can become `whole` by appending list items and adding object properties. */
function isBeginningOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) return Array.isArray(whole) && part.every((item, place) => isSameJson(item, whole[place]))
  if (!isRecord(part)) return isSameJson(part, whole)
  return isRecord(whole) && Object.entries(part).every(([name, inner]) => isBeginningOf(inner, whole[name]))
}

/** Returns the index of the preview that shows a face. A single preview shows all faces. Null if the preview is unknown. */
function previewOf({ preview }: ParsedFace, count: number): number | null {
  if (preview !== null && preview >= 0 && preview < count) return preview
  return count === 1 ? 0 : null
}

/** Converts a box to fractions of its preview. Null if the box is in pixels and the preview's size is unknown. */
function partOf(box: ParsedFace['box'], size: { readonly width: number; readonly height: number } | null): FaceBox | null {
  if (box === null) return null
  const { isPart, x, y, width, height } = box
  if (isPart) return { x, y, width, height }
  if (size === null) return null
  return { x: x / size.width, y: y / size.height, width: width / size.width, height: height / size.height }
}

async function sizeOf(path: string): Promise<{ readonly width: number; readonly height: number } | null> {
  return imageThreadPool.run('readMetadata', path, false).catch(() => null)
}
