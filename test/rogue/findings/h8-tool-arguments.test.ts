import { describe, expect, it } from 'vitest'
import { askRogueForFaces, chooseSecondFace } from '../ask-for-faces.ts'
import { openRogueSetup } from '../open-rogue-setup.ts'
import type { McpPersonality } from '../personality.ts'

describe('H8: MCP tools that name their arguments in another way', () => {
  it.each<[string, Partial<McpPersonality>]>([
    ['taskId and pairs with an index', {}],
    ['task_id', { taskIdName: 'task_id' }],
    ['taskId inside an object', { taskIdName: 'input.taskId' }],
    ['face identifiers', { faces: 'ids' }],
    ['face indexes from 0', { faces: 'indexes' }],
    ['face numbers from 1', { faces: 'numbers' }],
    ['task_id and face numbers from 1', { taskIdName: 'task_id', faces: 'numbers' }],
    ['pairs with the address of the reference', { reference: 'url' }],
    ['pairs with an identifier of the reference that get_task_result names', { reference: 'id' }],
    ['taskId inside an object, and pairs with an address', { taskIdName: 'input.taskId', reference: 'url' }]
  ])('take a choice of faces: %s', async (_, mcp) => {
    const setup = await openRogueSetup({ mcp: { asksForFaces: true, ...mcp } })
    const task = await askRogueForFaces(setup)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'done')
    expect(setup.known(task.id)?.choices.map(({ faces }) => faces.map(({ face }) => face))).toEqual([[1]])
    expect([setup.callsTo('select_faces'), setup.service.violations()]).toEqual([1, []])
  })

  it('take it as an event stream, without sessions, too', async () => {
    const setup = await openRogueSetup({ mcp: { asksForFaces: true, answers: 'event-stream', sessions: false, taskIdName: 'task_id' } })
    const task = await askRogueForFaces(setup)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'done')
    expect(setup.known(task.id)?.choices).toHaveLength(1)
  })
})
