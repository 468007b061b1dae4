import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../shared/json-schema.ts'
import { askForFaces } from './ask-for-faces.ts'
import { openStory, type Story } from './open-story.ts'
import { translateTools, type Translation } from './translate-tools.ts'

const text: JsonSchema = { type: 'string' }
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const closed = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false
})

/** The studio against the practice service whose tools are called in another way. */
async function openTranslated(tools: { readonly [tool: string]: Translation }) {
  const story = await openStory({ practice: { results: 'full' } })
  const translated = await translateTools(story.practice, tools)
  await story.reopen({ connection: { baseUrl: translated.url, apiKey: story.practice.apiKey } })
  return { story, ...translated }
}

/** Written into the result by the practice service: each face and the reference that it got. */
async function chosenIn(story: Story, id: string, words: string): Promise<boolean> {
  const done = await story.until(id, 'done')
  return (await readFile(done.results[0]?.path ?? '')).includes(words)
}

describe('faces of a service whose tools name things otherwise', () => {
  it('are shown and chosen with a nested task id and parallel lists, references by the URL that was sent', async () => {
    type Selection = { readonly task_id: string; readonly faces: readonly string[]; readonly reference_urls: readonly string[] }
    const { story, argumentsOf } = await openTranslated({
      get_task_result: {
        inputSchema: closed({ params: closed({ task_id: text }) }),
        toPractice: ({ params }) => ({ taskId: (params as { readonly task_id: string }).task_id })
      },
      select_faces: {
        inputSchema: closed({
          selection: closed({ task_id: text, faces: list(text), reference_urls: list({ type: 'string', format: 'uri' }) })
        }),
        toPractice: ({ selection }, bodies) => {
          const { task_id: taskId, faces, reference_urls: urls } = selection as Selection
          const sent = ((bodies[0] ?? {})['pairs'] as readonly { readonly faceImageUrl: string }[]).map(({ faceImageUrl }) => faceImageUrl)
          return { taskId, selections: faces.map((faceId, place) => ({ faceId, referenceIndex: sent.indexOf(urls[place] ?? '') })) }
        }
      }
    })
    const task = await askForFaces(story, 'multi-face-swap')
    expect(await story.studio.faces(task.id)).toMatchObject({ way: { kind: 'faces', many: true, pairs: true } })
    await story.studio.selectFaces(task.id, {
      kind: 'faces',
      picks: [
        { faceId: 'face-1', reference: 1 },
        { faceId: 'face-4', reference: 0 }
      ]
    })
    expect(await chosenIn(story, task.id, 'face-1=1 face-4=0')).toBe(true)
    expect([argumentsOf('select_faces').length, story.charges()]).toEqual([1, 1])
  })

  it('are chosen by numbers that count from one, also after the first choice got lost', async () => {
    type Pairs = readonly { readonly face_number: number; readonly reference_number: number }[]
    const { story, argumentsOf } = await openTranslated({
      get_task_result: { inputSchema: closed({ id: text }), toPractice: ({ id }) => ({ taskId: id }) },
      select_faces: {
        inputSchema: closed({ id: text, pairs: list(closed({ face_number: { type: 'integer' }, reference_number: { type: 'integer' } })) }),
        toPractice: ({ id, pairs }) => ({
          taskId: id,
          selections: (pairs as Pairs).map((pair) => ({ faceId: `face-${pair.face_number}`, referenceIndex: pair.reference_number - 1 }))
        })
      }
    })
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    story.practice.faults.add({ on: 'mcp-tool', tool: 'select_faces', do: { kind: 'lose-answer', workIsDone: false } })
    const choice = { kind: 'faces' as const, picks: [{ faceId: 'face-3', reference: 0 }] }
    await story.studio.selectFaces(task.id, choice)
    await story.until(task.id, 'selecting')
    await story.until(task.id, 'needs_input')
    expect((await story.studio.faces(task.id)).lastPicks).toEqual(choice.picks)
    await expect
      .poll(
        async () => {
          if (story.studio.task(task.id)?.phase === 'needs_input') await story.studio.selectFaces(task.id, choice)
          return argumentsOf('select_faces').length
        },
        { timeout: 60_000, interval: 50 }
      )
      .toBe(2)
    expect(await chosenIn(story, task.id, 'face-3=0')).toBe(true)
    expect(argumentsOf('select_faces')[1]).toEqual(argumentsOf('select_faces')[0])
    expect(story.charges()).toBe(1)
  })

  it('are a form where something else is required, with the task filled in', async () => {
    const { story, argumentsOf } = await openTranslated({
      get_task_result: {
        inputSchema: closed({ task: closed({ id: text }) }),
        toPractice: ({ task }) => ({ taskId: (task as { id: string }).id })
      },
      select_faces: {
        inputSchema: closed({ task: closed({ id: text }), choice: closed({ region: text }) }),
        toPractice: ({ task, choice }) => ({
          taskId: (task as { id: string }).id,
          selections: [{ faceId: (choice as { region: string }).region }]
        })
      }
    })
    const task = await askForFaces(story)
    const { way } = await story.studio.faces(task.id)
    expect(way).toMatchObject({ kind: 'form', known: { task: { id: task.taskId } } })
    await story.studio.selectFaces(task.id, { kind: 'form', values: { choice: { region: 'face-2' } } })
    expect(await chosenIn(story, task.id, 'face-2=0')).toBe(true)
    expect(argumentsOf('select_faces')).toEqual([{ task: { id: task.taskId }, choice: { region: 'face-2' } }])
  })
})
