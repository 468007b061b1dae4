import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { FaceBox, FaceChoiceInput, FacePick, FacesToChoose, FaceWay, FoundFace } from '../../shared/faces.ts'
import { newFault, type Fault } from '../../shared/fault.ts'
import { isSameJson } from '../../shared/fields/schema-misfits.ts'
import { isRecord } from '../../shared/fields/schema-reading.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import type { HttpClient } from '../api/http-client.ts'
import type { Answer, ToolClient } from '../core/ports.ts'
import type { TaskRecord } from '../core/task-record.ts'
import type { FaceArguments, KnownChoice } from '../core/face-arguments.ts'
import { knownReferences, type SentReference } from './face-references.ts'
import { fetchPicture, type Picture } from './fetch-picture.ts'
import type { PictureSource, ReadFace, ReadFaces } from './read-faces.ts'
import { readFaces } from './read-faces.ts'

export type FaceDeskParts = {
  /** Null: no account is open for that connection. */
  readonly toolsOf: (connectionId: string) => ToolClient | null
  readonly http: HttpClient
  /** Where previews are kept over restarts; made when it is not there. */
  readonly folder: string
  readonly referencesOf: (record: TaskRecord) => readonly SentReference[]
  readonly recordOf: (id: string) => TaskRecord | undefined
  /** How the tool takes a choice: `core/face-arguments.ts`. */
  readonly argumentsFor: (schema: JsonSchema, choice: KnownChoice) => FaceArguments
  /** The words for a fault. */
  readonly problemOf: (fault: Fault) => PlainProblem
  /** Resolves when the faces may be asked for once more, after so many tries in vain; null: not by itself. */
  readonly pauseBeforeAskingAgain: (fault: Fault, tries: number) => Promise<void> | null
}

export type FaceDesk = {
  /** What there is to choose from. Asks the service, and falls back on what it showed last. @throws PlainProblem when neither is to be had. */
  readonly show: (record: TaskRecord) => Promise<FacesToChoose>
  /** A picture of `show`, by the last part of its address. */
  readonly picture: (key: string) => Promise<Picture | null>
  /** The exact text of a choice, and the way to send it. @throws PlainProblem when the choice does not fit what is there. */
  readonly prepare: (
    record: TaskRecord,
    choice: FaceChoiceInput
  ) => Promise<{ readonly text: string; readonly send: () => Promise<Answer<unknown>> }>
  /** The choice was taken: what was kept for it is of no use any more. */
  readonly forget: (id: string) => Promise<void>
  /** Forgets what was kept for tasks that do not wait for a choice any more. */
  readonly tidy: () => Promise<void>
  /** Resolves when nothing is being kept or forgotten. */
  readonly idle: () => Promise<unknown>
}

const tool = 'select_faces'

/** Stored; do not rename. */
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

/** The choice of faces over MCP: previews through `get_task_result`, the choice through `select_faces` (spec section 4, MCP interface). */
export function createFaceDesk(parts: FaceDeskParts): FaceDesk {
  const folderOf = (id: string): string => join(parts.folder, id)
  const fileOf = (id: string): string => join(folderOf(id), 'faces.json')
  const turns = new Map<string, Promise<unknown>>()

  /** What changes the folder of a task does so one after the other: a preview written while its folder goes would stay behind for ever. */
  function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work, work)
    turns.set(id, turn)
    const end = (): void => {
      if (turns.get(id) === turn) turns.delete(id)
    }
    void turn.then(end, end)
    return turn
  }

  /** Whether a choice may still be made of what was kept: also of one that may have got lost. */
  function isWanted(id: string): boolean {
    const phase = parts.recordOf(id)?.state.phase
    return phase === 'needs_input' || phase === 'selecting'
  }

  async function ask(
    record: TaskRecord,
    taskId: string
  ): Promise<Answer<{ readonly schema: JsonSchema | null; readonly faces: ReadFaces }>> {
    const tools = parts.toolsOf(record.connectionId)
    if (tools === null) throw new PlainProblem(say('No account is open for this task.'), { advice: say('Connect it, then choose.') })
    const answer = await tools.taskResult({ taskId, capability: record.capability, step: 'select-faces' })
    if (!answer.ok) return answer
    const listed = await tools.tools({})
    if (!listed.ok) return listed
    const schema = listed.value.find(({ name }) => name === tool)?.inputSchema ?? null
    return { ...answer, value: { schema, faces: readFaces(answer.value) } }
  }

  /** What the service shows now. Where it cannot say, it is asked again as its answer allows; what it showed before is shown meanwhile. */
  async function lookOrRecall(record: TaskRecord): Promise<Kept> {
    const { id, taskId } = record
    if (taskId === null) throw new PlainProblem(say('This task does not wait for faces.'))
    for (let tries = 1; ; tries += 1) {
      const answer = await ask(record, taskId)
      if (answer.ok) return keepInTurn(id, answer.value)
      const kept = await recall(id)
      if (kept !== null) return kept
      const pause = parts.pauseBeforeAskingAgain(answer.fault, tries)
      if (pause === null) throw parts.problemOf(answer.fault)
      await pause
    }
  }

  function keepInTurn(id: string, { schema, faces }: { readonly schema: JsonSchema | null; readonly faces: ReadFaces }): Promise<Kept> {
    if (schema === null)
      throw new PlainProblem(say('The service does not say how faces are chosen.'), { advice: say('Look again later; nothing is lost.') })
    return inTurn(id, async () => {
      // The choice was taken while the faces were read once more.
      if (!isWanted(id))
        throw new PlainProblem(say('This task does not wait for a choice of faces any more.'), { advice: say('It goes on by itself.') })
      try {
        return await keep(id, schema, faces)
      } catch (cause) {
        const kept = await recall(id)
        if (kept !== null) return kept
        throw new PlainProblem(say('The faces can’t be shown: their pictures could not be kept on this computer. The task waits.'), {
          advice: say('Make room on the disk, then look again.'),
          cause
        })
      }
    })
  }

  /** Pictures become files of ours, boxes become parts of their preview. */
  async function keep(id: string, schema: JsonSchema, read: ReadFaces): Promise<Kept> {
    await mkdir(folderOf(id), { recursive: true })
    const types: { [key: string]: string } = {}
    const put = async (source: PictureSource, name: string): Promise<string | null> => {
      const picture =
        source.kind === 'address'
          ? await fetchPicture(parts.http, source.url)
          : { bytes: Buffer.from(source.base64, 'base64'), contentType: source.contentType }
      if (picture === null || !picture.contentType.startsWith('image/')) return null
      await writeFile(join(folderOf(id), name), picture.bytes)
      types[name] = picture.contentType
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
      const way = wayOf(kept, argumentsOf(record, kept, '').way)
      const faces = kept.faces.map(({ picture, ...face }): FoundFace => ({
        ...face,
        pictureUrl: picture === null ? null : mediaPaths.face(`${record.id}.${picture}`)
      }))
      return {
        previews: kept.previews.map((name) => ({ url: mediaPaths.face(`${record.id}.${name}`), medium: 'image' })),
        faces,
        references: parts.referencesOf(record).map(({ index, letter, name, path }) => ({
          index,
          letter,
          name,
          pictureUrl: path === null ? null : mediaPaths.face(`${record.id}.reference-${index}`)
        })),
        way,
        lastPicks: lastPicks(record, kept)
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
      if (taskId === null) throw new PlainProblem(say('This task does not wait for faces.'))
      const text = textOf(record, kept, choice)
      const send = async (): Promise<Answer<unknown>> => {
        const tools = parts.toolsOf(record.connectionId)
        const given = JSON.parse(text) as { readonly [name: string]: unknown }
        if (tools !== null) return tools.callTool({ tool, arguments: given, step: 'select-faces' })
        return { ok: false, fault: newFault('select-faces', 'not-sent', { message: 'no-connection' }) }
      }
      return { text, send }
    },
    forget,
    tidy: async () => {
      // Before there was a first choice there is no folder.
      const kept = await readdir(parts.folder).catch(() => [])
      for (const id of kept) if (!isWanted(id)) await forget(id)
    },
    idle: () => Promise.allSettled(turns.values())
  }

  function forget(id: string): Promise<void> {
    return inTurn(id, () => rm(folderOf(id), { recursive: true, force: true }))
  }

  async function referencePicture(id: string, index: number): Promise<Picture | null> {
    const record = parts.recordOf(id)
    const path = record === undefined ? null : (parts.referencesOf(record)[index]?.path ?? null)
    if (path === null) return null
    const { default: sharp } = await import('sharp')
    // Small, as it is shown; whatever format the file has.
    return sharp(path)
      .rotate()
      .resize(320, 320, { fit: 'cover' })
      .webp()
      .toBuffer()
      .then(
        (bytes) => ({ bytes, contentType: 'image/webp' }),
        () => null
      )
  }

  function argumentsOf(record: TaskRecord, kept: Kept, idempotencyKey: string): FaceArguments {
    const { taskId, capability, values, body } = record
    const faces = kept.faces.map(({ picture: _kept, ...face }) => ({ ...face, pictureUrl: null }))
    const references = knownReferences(values, body, kept.references)
    return parts.argumentsFor(kept.schema, { taskId: taskId ?? '', capability, idempotencyKey, faces, references })
  }

  function textOf(record: TaskRecord, kept: Kept, choice: FaceChoiceInput): string {
    const { write, known, way: ownWay } = argumentsOf(record, kept, randomUUID())
    const way = wayOf(kept, ownWay)
    if (choice.kind === 'form') return JSON.stringify(completed(known, choice.values))
    if (write === null || way.kind === 'form') throw new PlainProblem(say('This choice has to be written in the form.'))
    const faceIds = new Set(kept.faces.map(({ id }) => id))
    if (choice.picks.some(({ faceId }) => !faceIds.has(faceId)))
      throw new PlainProblem(say('The faces have changed.'), { advice: say('Look at them again, then choose.') })
    if (!way.many && choice.picks.length > 1) throw new PlainProblem(say('Only one face can change here.'), { advice: say('Choose one.') })
    const text = JSON.stringify(write(choice.picks))
    // The very same choice goes out as the very same text, its key too.
    const before = record.choice
    return before !== null && before.fate === 'not-taken' && isSameJson(withoutKey(before.arguments), withoutKey(text))
      ? before.arguments
      : text
  }

  /** What was chosen before, read from the text that did not arrive: the picks that are written as that very text. */
  function lastPicks(record: TaskRecord, kept: Kept): readonly FacePick[] {
    if (record.choice === null || record.choice.fate === 'taken') return []
    const { write } = argumentsOf(record, kept, '')
    if (write === null) return []
    const wanted = withoutKey(record.choice.arguments)
    const written = (picks: readonly FacePick[]): unknown => withoutKey(JSON.stringify(write(picks)))
    const places = Math.max(1, parts.referencesOf(record).length)
    const picks: FacePick[] = []
    for (const { id } of kept.faces) {
      const choices = Array.from({ length: places }, (_, reference): FacePick => ({ faceId: id, reference }))
      const chosen = choices.find((pick) => isBeginningOf(written([...picks, pick]), wanted))
      if (chosen !== undefined) picks.push(chosen)
    }
    return picks.length > 0 && isSameJson(written(picks), wanted) ? picks : []
  }
}

/** What the task allows narrows what the tool takes. */
function wayOf({ most }: Kept, way: FaceWay): FaceWay {
  return way.kind === 'faces' && most === 1 ? { ...way, many: false } : way
}

function withoutKey(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => (/idempotency/i.test(name) ? undefined : value))
}

/** What a person filled in, in place of what is known or inside it. */
function completed(known: unknown, given: unknown): unknown {
  if (!isRecord(known) || !isRecord(given)) return given === undefined ? known : given
  const names = new Set([...Object.keys(known), ...Object.keys(given)])
  return Object.fromEntries([...names].map((name) => [name, completed(known[name], given[name])]))
}

/** Whether JSON can become `whole` by adding items to the ends of its lists and names to its objects. */
function isBeginningOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) return Array.isArray(whole) && part.every((item, place) => isSameJson(item, whole[place]))
  if (!isRecord(part)) return isSameJson(part, whole)
  return isRecord(whole) && Object.entries(part).every(([name, inner]) => isBeginningOf(inner, whole[name]))
}

/** Which preview shows a face; where there is only one, that one. */
function previewOf({ preview }: ReadFace, count: number): number | null {
  if (preview !== null && preview >= 0 && preview < count) return preview
  return count === 1 ? 0 : null
}

/** A box in parts of its preview; null where its pixels can't be set against a size. */
function partOf(box: ReadFace['box'], size: { readonly width: number; readonly height: number } | null): FaceBox | null {
  if (box === null) return null
  const { isPart, x, y, width, height } = box
  if (isPart) return { x, y, width, height }
  if (size === null) return null
  return { x: x / size.width, y: y / size.height, width: width / size.width, height: height / size.height }
}

async function sizeOf(path: string): Promise<{ readonly width: number; readonly height: number } | null> {
  try {
    const { default: sharp } = await import('sharp')
    const { width, height } = await sharp(path).metadata()
    return { width, height }
  } catch {
    return null
  }
}
