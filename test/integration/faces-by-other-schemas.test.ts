import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import { submitFaceSwap } from './submit-face-swap.ts'
import { openSetup, type Setup } from './open-setup.ts'
import { openTranslatedMcpServer, type ToolTranslation } from './open-translated-mcp-server.ts'
import { resultPaths } from './result-paths.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const text: JsonSchema = { type: 'string' }
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const closed = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false
})

/** Opens a setup whose studio reaches the practice service through an MCP endpoint with other tool schemas. */
async function openTranslated(tools: { readonly [tool: string]: ToolTranslation }) {
  const setup = await openSetup({ practice: { results: 'full' } })
  const translated = await openTranslatedMcpServer(setup.practice, tools)
  await setup.reopen({ connection: { baseUrl: translated.url, apiKey: new Secret(setup.practice.apiKey) } })
  return { setup, ...translated }
}

/**
 * Waits until the task is done. Returns true if its result contains `words`, which list each face with its reference. The practice service
 * writes the selection into the result.
 */
async function chosenIn(setup: Setup, id: string, words: string): Promise<boolean> {
  const done = await setup.until(id, 'done')
  return (await readFile((await resultPaths(setup.studio, done))[0] ?? '')).includes(words)
}

describe('faces from a service with other tool schemas', () => {
  it('can be selected with a nested task ID, parallel lists and reference URLs', async () => {
    type Selection = { readonly task_id: string; readonly faces: readonly string[]; readonly reference_urls: readonly string[] }
    const { setup, argumentsOf } = await openTranslated({
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
    const task = await submitFaceSwap(setup, 'multi-face-swap')
    expect(await setup.studio.faces(task.id)).toMatchObject({ mode: { kind: 'faces', many: true, pairs: true } })
    await setup.studio.selectFaces(task.id, {
      kind: 'faces',
      picks: [
        { faceId: 'face-1', reference: 1 },
        { faceId: 'face-4', reference: 0 }
      ]
    })
    expect(await chosenIn(setup, task.id, 'face-1=1 face-4=0')).toBe(true)
    expect([argumentsOf('select_faces').length, setup.charges()]).toEqual([1, 1])
  })

  it('can be selected by one-based numbers, even after the first selection is lost', async () => {
    type Pairs = readonly { readonly face_number: number; readonly reference_number: number }[]
    const { setup, argumentsOf } = await openTranslated({
      get_task_result: { inputSchema: closed({ id: text }), toPractice: ({ id }) => ({ taskId: id }) },
      select_faces: {
        inputSchema: closed({ id: text, pairs: list(closed({ face_number: { type: 'integer' }, reference_number: { type: 'integer' } })) }),
        toPractice: ({ id, pairs }) => ({
          taskId: id,
          selections: (pairs as Pairs).map((pair) => ({ faceId: `face-${pair.face_number}`, referenceIndex: pair.reference_number - 1 }))
        })
      }
    })
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    setup.practice.faults.add({ on: 'mcp-tool', tool: 'select_faces', do: { kind: 'lose-answer', workIsDone: false } })
    const choice = { kind: 'faces' as const, picks: [{ faceId: 'face-3', reference: 0 }] }
    await setup.studio.selectFaces(task.id, choice)
    await setup.until(task.id, 'selecting')
    await setup.until(task.id, 'needs_input')
    expect((await setup.studio.faces(task.id)).lastPicks).toEqual(choice.picks)
    await expect
      .poll(
        async () => {
          if (setup.studio.task(task.id)?.phase === 'needs_input') await setup.studio.selectFaces(task.id, choice)
          return argumentsOf('select_faces').length
        },
        { interval: 50 }
      )
      .toBe(2)
    expect(await chosenIn(setup, task.id, 'face-3=0')).toBe(true)
    expect(argumentsOf('select_faces')[1]).toEqual(argumentsOf('select_faces')[0])
    expect(setup.charges()).toBe(1)
  })

  it('are selected in a form with the task prefilled if other properties are required', async () => {
    const { setup, argumentsOf } = await openTranslated({
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
    const task = await submitFaceSwap(setup)
    const { mode } = await setup.studio.faces(task.id)
    expect(mode).toMatchObject({ kind: 'form', known: { task: { id: task.taskId } } })
    await setup.studio.selectFaces(task.id, { kind: 'form', values: { choice: { region: 'face-2' } } })
    expect(await chosenIn(setup, task.id, 'face-2=0')).toBe(true)
    expect(argumentsOf('select_faces')).toEqual([{ task: { id: task.taskId }, choice: { region: 'face-2' } }])
  })
})
