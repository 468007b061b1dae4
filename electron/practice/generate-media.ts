import { createHash } from 'node:crypto'
import { assertNever } from '../../shared/assert-never.ts'
import type { BlobStore } from './blob-store.ts'
import type { ServiceTask } from './ledger-store.ts'
import type { SubmitBody, CapabilityDefinition, MediaGenerator } from './capabilities/definition.ts'
import { makeVideo } from './generators/make-video.ts'
import type { FaceReplacement } from './generators/image.ts'
import { makeSoundscape, makeSpeech } from './generators/make-audio.ts'
import { tinyPng } from './generators/tiny-png.ts'
import { makeVase } from './generators/vase.ts'
import { imageWorker } from './image-worker.ts'
import { referenceInputs } from './reference-fields.ts'
import type { GeneratedFile } from './task-runner.ts'

type GeneratorOptions = {
  readonly deployment: ReadonlyMap<string, CapabilityDefinition>
  readonly blobs: BlobStore
  /** `tiny`: images have only a few pixels. Other media are unchanged. */
  readonly results: 'full' | 'tiny'
}

/** Input of a generator. Equal values give equal files, except for the task ID in them. */
export type GenerationRequest = {
  readonly taskId: string
  readonly body: SubmitBody
  /** The user's text, or the capability's title if the text is empty. */
  readonly words: string
  /** The selected faces as text, such as `face-1=0`. Empty if there was no question. */
  readonly choice: string
  /** An integer from 0 to 2^32 − 1. */
  readonly seed: number
}

/** Returns a function that generates a task's files. The result is deterministic, so repeating work after a crash gives the same files. */
export function createGenerator(generatorOptions: GeneratorOptions): (task: ServiceTask) => Promise<readonly GeneratedFile[]> {
  return async (task) => {
    const definition = generatorOptions.deployment.get(task.capability)
    if (definition === undefined) throw new Error(`${task.capability} is no longer part of this deployment.`)
    const body = JSON.parse(task.bodyText) as SubmitBody
    const { recipe: generator } = definition
    const words =
      generator.words
        .map((field) => textIn(body[field]))
        .join(' ')
        .trim() || definition.title
    const request: GenerationRequest = { taskId: task.taskId, body, words, choice: choiceText(task), seed: seedOf(task, body) }
    switch (generator.kind) {
      case 'picture':
        return makePictures(generator, request, task)
      case 'clip':
        return [{ content: await makeVideo(request), contentType: 'video/mp4' }]
      case 'speech':
        return [{ content: makeSpeech(request), contentType: 'audio/wav' }]
      case 'noise':
        return [{ content: makeSoundscape(request), contentType: 'audio/wav' }]
      case 'model':
        return [{ content: makeVase(request), contentType: 'model/gltf-binary' }]
      default:
        return assertNever(generator)
    }
  }

  async function makePictures(
    recipe: Extract<MediaGenerator, { kind: 'picture' }>,
    request: GenerationRequest,
    task: ServiceTask
  ): Promise<GeneratedFile[]> {
    const count = outputCount(request.body)
    const isTiny = generatorOptions.results === 'tiny'
    const faces = isTiny ? [] : await chosenFaces(task)
    const inputs = {
      ground: isTiny ? null : await readInput(recipe.ground, task),
      face: isTiny || faces.length > 0 ? null : await readInput(recipe.faces, task),
      faces
    }
    const made: GeneratedFile[] = []
    for (let index = 0; index < count; index += 1) {
      const one = { ...request, seed: (request.seed + index) >>> 0 }
      const content = isTiny
        ? tinyPng(`${task.taskId} ${index}`, [one.words, choiceText(task)].filter(Boolean).join(' '))
        : Buffer.from(await imageWorker.run('makePicture', one, recipe, inputs))
      made.push({ content, contentType: 'image/png' })
    }
    return made
  }

  /** Returns the selected faces, each with its replacement image. Skips faces whose reference image isn't in the service's storage. */
  async function chosenFaces(task: ServiceTask): Promise<readonly FaceReplacement[]> {
    const { asked, choice } = task
    const definition = generatorOptions.deployment.get(task.capability)
    if (asked === null || choice === null || definition === undefined) return []
    const references = referenceInputs(definition, task)
    const faces: FaceReplacement[] = []
    for (const { faceId, referenceIndex } of choice.picks) {
      const found = asked.faces.find((face) => face.faceId === faceId)
      const blob = references[referenceIndex]?.blob ?? null
      const picture = blob === null ? null : await readBlob(blob)
      if (found === undefined || picture === null) continue
      const { x, y, width, height } = found
      faces.push({ x: x / asked.width, y: y / asked.height, width: width / asked.width, height: height / asked.height, picture })
    }
    return faces
  }

  async function readBlob(name: string): Promise<Buffer | null> {
    const bytes = await generatorOptions.blobs.size(name)
    return bytes === null ? null : Buffer.concat(await generatorOptions.blobs.read(name, { start: 0, end: bytes - 1 }).toArray())
  }

  /** Returns the first of the fields' images that is in the service's own storage. Null if there isn't one. */
  async function readInput(fields: readonly string[], task: ServiceTask): Promise<Buffer | null> {
    for (const field of fields)
      for (const input of task.inputs) {
        if (input.blob === null || input.field.split('[')[0] !== field) continue
        const content = await readBlob(input.blob)
        if (content !== null) return content
      }
    return null
  }
}

/** Returns the face selection as text. The text is written into the file, so that a test can read it. */
function choiceText({ choice }: ServiceTask): string {
  return choice === null ? '' : choice.picks.map(({ faceId, referenceIndex }) => `${faceId}=${referenceIndex}`).join(' ')
}

/** Returns all text in a value, at any depth, such as the lines of a dialogue. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(textIn).filter(Boolean).join(' ') : ''
}

/** Returns the number of requested images. The body may contain it as a number or as text. 1 if it is missing. */
function outputCount(body: SubmitBody): number {
  const count = Number(body['imageNum'] ?? body['numImages'] ?? 1)
  return Number.isInteger(count) && count > 0 ? count : 1
}

/**
 * Returns a seed from the requested seed, the capability and the rest of the body. Different prompts therefore give different results, even
 * with the same requested seed. Without a requested seed, the seed comes from the task ID.
 */
function seedOf(task: ServiceTask, body: SubmitBody): number {
  const asked = body['seed']
  const { seed: _, ...rest } = body
  const source = typeof asked === 'number' ? `${asked} ${task.capability} ${JSON.stringify(rest)}` : task.taskId
  return createHash('sha256').update(source).digest().readUInt32LE(0)
}
