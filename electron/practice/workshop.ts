import { createHash } from 'node:crypto'
import { assertNever } from '../../shared/assert-never.ts'
import type { Blobs } from './blobs.ts'
import type { TaskRecord } from './books.ts'
import type { Body, CapabilityDefinition, Recipe } from './capabilities/definition.ts'
import { makeClip } from './making/clip.ts'
import { makePicture, type NewFace } from './making/picture.ts'
import { makeNoise, makeSpeech } from './making/sound.ts'
import { tinyPng } from './making/tiny-png.ts'
import { makeVase } from './making/vase.ts'
import { referenceFields } from './reference-fields.ts'
import type { Made } from './task-maker.ts'

type Shelf = {
  readonly deployment: ReadonlyMap<string, CapabilityDefinition>
  readonly blobs: Blobs
  /** `tiny`: pictures of a few pixels; everything else is as ever. */
  readonly results: 'full' | 'tiny'
}

/** What a maker is told. `seed` and the values decide everything: the same ones make the same file, but for the task id in it. */
export type Commission = {
  readonly taskId: string
  readonly body: Body
  /** What a person wrote, or what stands for it. */
  readonly words: string
  /** The faces that a person chose, in few letters; empty: nobody was asked. */
  readonly choice: string
  /** 0 to 2^32 − 1. */
  readonly seed: number
}

/** Makes the files of a task. Deterministic, so that work which a kill interrupted comes out the same. */
export function createWorkshop(shelf: Shelf): (task: TaskRecord) => Promise<readonly Made[]> {
  return async (task) => {
    const definition = shelf.deployment.get(task.capability)
    if (definition === undefined) throw new Error(`${task.capability} is no longer part of this deployment.`)
    const body = JSON.parse(task.bodyText) as Body
    const { recipe } = definition
    const words =
      recipe.words
        .map((field) => textIn(body[field]))
        .join(' ')
        .trim() || definition.title
    const commission: Commission = { taskId: task.taskId, body, words, choice: choiceWords(task), seed: seedOf(task, body) }
    switch (recipe.kind) {
      case 'picture':
        return makePictures(recipe, commission, task)
      case 'clip':
        return [{ content: await makeClip(commission), contentType: 'video/mp4' }]
      case 'speech':
        return [{ content: makeSpeech(commission), contentType: 'audio/wav' }]
      case 'noise':
        return [{ content: makeNoise(commission), contentType: 'audio/wav' }]
      case 'model':
        return [{ content: makeVase(commission), contentType: 'model/gltf-binary' }]
      default:
        return assertNever(recipe)
    }
  }

  async function makePictures(recipe: Extract<Recipe, { kind: 'picture' }>, commission: Commission, task: TaskRecord): Promise<Made[]> {
    const count = outputCount(commission.body)
    const isTiny = shelf.results === 'tiny'
    const faces = isTiny ? [] : await chosenFaces(task)
    const inputs = {
      ground: isTiny ? null : await readInput(recipe.ground, task),
      face: isTiny || faces.length > 0 ? null : await readInput(recipe.faces, task),
      faces
    }
    const made: Made[] = []
    for (let index = 0; index < count; index += 1) {
      const one = { ...commission, seed: (commission.seed + index) >>> 0 }
      const content = isTiny
        ? tinyPng(`${task.taskId} ${index}`, [one.words, choiceWords(task)].filter(Boolean).join(' '))
        : await makePicture(one, recipe, inputs)
      made.push({ content, contentType: 'image/png' })
    }
    return made
  }

  /** The faces that were chosen, each with the picture that it gets; one whose reference is elsewhere stays as it is. */
  async function chosenFaces(task: TaskRecord): Promise<readonly NewFace[]> {
    const { asked, choice } = task
    const definition = shelf.deployment.get(task.capability)
    if (asked === null || choice === null || definition === undefined) return []
    const references = referenceFields(definition, task)
    const faces: NewFace[] = []
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
    const bytes = await shelf.blobs.size(name)
    return bytes === null ? null : Buffer.concat(await shelf.blobs.read(name, { start: 0, end: bytes - 1 }).toArray())
  }

  /** The first input picture that is in our own storage. */
  async function readInput(fields: readonly string[], task: TaskRecord): Promise<Buffer | null> {
    for (const field of fields)
      for (const input of task.inputs) {
        if (input.blob === null || input.field.split('[')[0] !== field) continue
        const content = await readBlob(input.blob)
        if (content !== null) return content
      }
    return null
  }
}

/** What was chosen, in few letters: it stands in the file, where a test can read it. */
function choiceWords({ choice }: TaskRecord): string {
  return choice === null ? '' : choice.picks.map(({ faceId, referenceIndex }) => `${faceId}=${referenceIndex}`).join(' ')
}

/** Every text in a value, however deep: the lines of a dialogue are its words. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(textIn).filter(Boolean).join(' ') : ''
}

/** How many pictures were asked for, as a number or as text. */
function outputCount(body: Body): number {
  const count = Number(body['imageNum'] ?? body['numImages'] ?? 1)
  return Number.isInteger(count) && count > 0 ? count : 1
}

/** The seed that was asked for, else one of the task's own; mixed with the words so that two prompts differ under one seed. */
function seedOf(task: TaskRecord, body: Body): number {
  const asked = body['seed']
  const { seed: _, ...rest } = body
  const source = typeof asked === 'number' ? `${asked} ${task.capability} ${JSON.stringify(rest)}` : task.taskId
  return createHash('sha256').update(source).digest().readUInt32LE(0)
}
