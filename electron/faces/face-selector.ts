import { randomUUID } from 'node:crypto'
import type { FaceSelectionInput, FaceSelectionData, DetectedFace } from '../../shared/task/faces.ts'
import { newFault, type Fault } from '../../shared/task/fault.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { imageThreadPool } from '../images/image-thread-pool.ts'
import type { SmallFile } from '../service/download-small-file.ts'
import type { HttpClient } from '../service/http-client.ts'
import type { CallOutcome, ToolClient } from '../tasks/ports.ts'
import type { TaskRecord } from '../tasks/machine/task-record.ts'
import { type CachedFaces, FaceCache } from './face-cache.ts'
import { choiceText, lastPicks, selectionModeOf } from './face-choice.ts'
import { knownReferences, type SentReference } from './face-references.ts'
import { parseFaces, type ParsedFaces } from './parse-faces.ts'
import type { FaceArgumentPlan, FaceChoiceContext } from './plan-face-arguments.ts'

type FaceSelectorOptions = {
  /** Returns the tool client of a connection. Null if the connection's account isn't open. */
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

/** `schema`: the tool's input schema. Null if the service doesn't describe the tool. */
type OfferedFaces = { readonly schema: JsonSchema | null; readonly faces: ParsedFaces }

/** Arguments of a selection as JSON text, and a function that sends them. */
type PreparedChoice = { readonly text: string; readonly send: () => Promise<CallOutcome<unknown>> }

const tool = 'select_faces'

/**
 * Implements face selection over MCP. Previews come from `get_task_result`, and `select_faces` sends the selection (spec section 4, MCP
 * interface).
 */
export class FaceSelector {
  readonly #options: FaceSelectorOptions
  readonly #cache: FaceCache

  constructor(options: FaceSelectorOptions) {
    this.#options = options
    this.#cache = new FaceCache(options)
  }

  /** Returns the faces from the service. If the request fails, returns the cached faces. @throws UserFacingError if no faces are cached. */
  async show(record: TaskRecord): Promise<FaceSelectionData> {
    const cached = await this.#requestFaces(record)
    const references = await this.#options.referencesOf(record)
    const plan = this.#planFor(record, cached, '')
    const faces = cached.faces.map(({ picture, ...face }): DetectedFace => ({
      ...face,
      pictureUrl: picture === null ? null : mediaPaths.face(`${record.id}.${picture}`)
    }))
    return {
      previews: cached.previews.map((name) => ({ url: mediaPaths.face(`${record.id}.${name}`), medium: 'image' })),
      faces,
      references: references.map(({ index, letter, name, path }) => ({
        index,
        letter,
        name,
        pictureUrl: path === null ? null : mediaPaths.face(`${record.id}.reference-${index}`)
      })),
      mode: selectionModeOf(cached, plan),
      lastPicks: lastPicks(record, cached, plan, references.length)
    }
  }

  /** Returns an image that the result of `show` refers to. `key`: last part of the image's URL. Null if there is no such image. */
  async picture(key: string): Promise<SmallFile | null> {
    const [, id, name] = /^([\w-]+)\.((?:preview|face|reference)-\d+)$/.exec(key) ?? []
    if (id === undefined || name === undefined) return null
    if (name.startsWith('reference-')) return this.#referencePicture(id, Number(name.slice('reference-'.length)))
    return this.#cache.readImage(id, name)
  }

  /** Prepares a selection for sending. @throws UserFacingError if the selection doesn't match the faces. */
  async prepare(record: TaskRecord, choice: FaceSelectionInput): Promise<PreparedChoice> {
    const { id, taskId, connectionId } = record
    const cached = (await this.#cache.read(id)) ?? (await this.#requestFaces(record))
    if (taskId === null) throw new UserFacingError(say('This task isn’t waiting for a face selection.'))
    const text = choiceText(record, cached, this.#planFor(record, cached, randomUUID()), choice)
    const send = async (): Promise<CallOutcome<unknown>> => {
      const tools = this.#options.toolsOf(connectionId)
      const given = JSON.parse(text) as { readonly [name: string]: unknown }
      if (tools !== null) return tools.callTool({ tool, arguments: given, step: 'select-faces' })
      return { ok: false, fault: newFault('select-faces', 'not-sent', { message: 'no-connection' }) }
    }
    return { text, send }
  }

  /** Deletes a task's cached data. Call after the selection has been accepted. */
  forget(id: string): Promise<void> {
    return this.#cache.forget(id)
  }

  /** Deletes cached data of tasks that no longer wait for a selection. */
  async tidy(): Promise<void> {
    for (const id of await this.#cache.ids()) if (!this.#isWanted(id)) await this.forget(id)
  }

  /** Resolves when nothing is being saved or deleted. */
  idle(): Promise<unknown> {
    return this.#cache.idle()
  }

  /** True while the user may still select from the cached faces. A sent selection counts too, because it may have been lost. */
  #isWanted(id: string): boolean {
    const phase = this.#options.recordOf(id)?.state.phase
    return phase === 'needs_input' || phase === 'selecting'
  }

  /** Returns the faces from the service, otherwise the cached faces. If no faces are cached, retries while the fault allows a retry. */
  async #requestFaces(record: TaskRecord): Promise<CachedFaces> {
    const { id, taskId } = record
    if (taskId === null) throw new UserFacingError(say('This task isn’t waiting for a face selection.'))
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#ask(record, taskId)
      if (outcome.ok) return this.#save(id, outcome.value)
      const cached = await this.#cache.read(id)
      if (cached !== null) return cached
      const pause = this.#options.pauseBeforeAskingAgain(outcome.fault, tries)
      if (pause === null) throw this.#options.problemOf(outcome.fault)
      await pause
    }
  }

  async #ask({ connectionId, capability }: TaskRecord, taskId: string): Promise<CallOutcome<OfferedFaces>> {
    const tools = this.#options.toolsOf(connectionId)
    if (tools === null)
      throw new UserFacingError(say('This task’s account isn’t connected.'), { advice: say('Connect the account, then choose faces.') })
    const outcome = await tools.taskResult({ taskId, capability, step: 'select-faces' })
    if (!outcome.ok) return outcome
    const listed = await tools.tools({})
    if (!listed.ok) return listed
    const schema = listed.value.find(({ name }) => name === tool)?.inputSchema ?? null
    return { ...outcome, value: { schema, faces: parseFaces(outcome.value) } }
  }

  #save(id: string, { schema, faces }: OfferedFaces): Promise<CachedFaces> {
    if (schema === null)
      throw new UserFacingError(say('The service doesn’t describe how to choose faces.'), {
        advice: say('Check again later. Nothing is lost.')
      })
    return this.#cache.inTurn(id, async () => {
      // The selection was accepted while the faces were being requested again.
      if (!this.#isWanted(id))
        throw new UserFacingError(say('This task no longer needs a face selection.'), {
          advice: say('Check the task’s status in the queue.')
        })
      try {
        return await this.#cache.write(id, schema, faces)
      } catch (cause) {
        const cached = await this.#cache.read(id)
        if (cached !== null) return cached
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

  async #referencePicture(id: string, index: number): Promise<SmallFile | null> {
    const record = this.#options.recordOf(id)
    const path = record === undefined ? null : ((await this.#options.referencesOf(record))[index]?.path ?? null)
    if (path === null) return null
    // The response is always a WebP thumbnail, whatever the file's format.
    return imageThreadPool.run('drawSquare', path, 320).then(
      (bytes) => ({ bytes: Buffer.from(bytes), contentType: 'image/webp' }),
      () => null
    )
  }

  #planFor({ taskId, capability, values, body }: TaskRecord, cached: CachedFaces, idempotencyKey: string): FaceArgumentPlan {
    const faces = cached.faces.map(({ picture: _cached, ...face }) => ({ ...face, pictureUrl: null }))
    const references = knownReferences(values, body, cached.references)
    return this.#options.argumentsFor(cached.schema, { taskId: taskId ?? '', capability, idempotencyKey, faces, references })
  }
}
