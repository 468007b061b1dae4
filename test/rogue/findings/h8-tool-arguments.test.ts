import { describe, expect, it } from 'vitest'
import { submitRogueFaceSwap, chooseSecondFace } from '../face-selection.ts'
import { openRogueSetup } from '../open-rogue-setup.ts'
import type { McpPersonality } from '../personality.ts'

describe('H8: MCP tools with other argument names', () => {
  it.each<[string, Partial<McpPersonality>]>([
    ['taskId and pairs with an index', {}],
    ['task_id', { taskIdName: 'task_id' }],
    ['taskId inside an object', { taskIdName: 'input.taskId' }],
    ['face IDs', { faces: 'ids' }],
    ['face indexes from 0', { faces: 'indexes' }],
    ['face numbers from 1', { faces: 'numbers' }],
    ['task_id and face numbers from 1', { taskIdName: 'task_id', faces: 'numbers' }],
    ['pairs with the reference’s URL', { reference: 'url' }],
    ['pairs with a reference ID from get_task_result', { reference: 'id' }],
    ['taskId inside an object, and pairs with a URL', { taskIdName: 'input.taskId', reference: 'url' }]
  ])('accept a face selection: %s', async (_, mcp) => {
    const setup = await openRogueSetup({ mcp: { asksForFaces: true, ...mcp } })
    const task = await submitRogueFaceSwap(setup)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'done')
    expect(setup.known(task.id)?.choices.map(({ faces }) => faces.map(({ face }) => face))).toEqual([[1]])
    expect([setup.callsTo('select_faces'), setup.service.violations()]).toEqual([1, []])
  })

  it('accept a face selection over an event stream without sessions', async () => {
    const setup = await openRogueSetup({ mcp: { asksForFaces: true, answers: 'event-stream', sessions: false, taskIdName: 'task_id' } })
    const task = await submitRogueFaceSwap(setup)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'done')
    expect(setup.known(task.id)?.choices).toHaveLength(1)
  })
})
