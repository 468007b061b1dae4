import { describe, expect, it } from 'vitest'
import { askForFaces, chooseSecondFace } from '../ask-for-faces.ts'
import { openRogueSetup, waitFor } from '../open-rogue-setup.ts'
import { callFault, errorAnswer, type CallFaultKind } from '../personality.ts'

describe('H9: select_faces', () => {
  it.each<[string, CallFaultKind]>([
    ['HTTP 404 and TASK_NOT_FOUND', errorAnswer(404, 'TASK_NOT_FOUND')],
    ['HTTP 404 without a type', errorAnswer(404, null)],
    ['a tool error TASK_NOT_FOUND', errorAnswer(404, 'TASK_NOT_FOUND', { inTool: true })],
    ['HTTP 502 without a type', errorAnswer(502, null)],
    ['a page', { kind: 'page', status: 502 }],
    ['no answer at all', { kind: 'reset' }],
    ['half an answer', { kind: 'torn', atByte: 20 }]
  ])('is called once when it is answered with %s after the work', async (_, does) => {
    const setup = await openRogueSetup({
      mcp: { asksForFaces: true },
      query: { secondsToFinish: 1 },
      faults: [callFault({ on: 'select_faces', does, afterWork: true, times: 1 })]
    })
    const task = await askForFaces(setup)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'done')
    expect([setup.callsTo('select_faces'), setup.service.violations()]).toEqual([1, []])
  })

  it('is not repeated by Kiln when the service has forgotten the session, and works when the person chooses again', async () => {
    const setup = await openRogueSetup({ mcp: { asksForFaces: true } })
    const task = await askForFaces(setup)
    const { faces } = await setup.studio.faces(task.id)
    const choice = { kind: 'faces' as const, picks: [{ faceId: faces[1]?.id ?? '', reference: 0 }] }
    // The session has had three messages: initialized, tools/list, get_task_result. A new one would work.
    setup.service.change({ mcp: { sessionForgottenAfter: 3 } })
    await setup.studio.selectFaces(task.id, choice)
    await waitFor(() => setup.callsTo('select_faces') > 0)
    await setup.until(task.id, 'needs_input')
    expect(setup.callsTo('select_faces')).toBe(1)

    setup.service.change({ mcp: { sessionForgottenAfter: null } })
    setup.studio.wake()
    await setup.studio.selectFaces(task.id, choice)
    await setup.until(task.id, 'done')
    expect([setup.callsTo('select_faces'), setup.service.violations()]).toEqual([2, []])
  })

  it('that a person repeats after a lost call is sent once more and no oftener', async () => {
    const setup = await openRogueSetup({
      mcp: { asksForFaces: true },
      faults: [callFault({ on: 'select_faces', does: { kind: 'reset' }, times: 1 })]
    })
    const task = await askForFaces(setup)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'selecting')
    await setup.until(task.id, 'needs_input')
    expect(setup.callsTo('select_faces')).toBe(1)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'done')
    expect([setup.callsTo('select_faces'), setup.service.violations()]).toEqual([2, []])
  })
})
