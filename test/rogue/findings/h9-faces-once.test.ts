import { describe, expect, it } from 'vitest'
import { submitRogueFaceSwap, chooseSecondFace } from '../face-selection.ts'
import { openRogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createCallFault, createErrorFaultKind, type CallFaultKind } from '../personality.ts'

describe('H9: select_faces', () => {
  it.each<[string, CallFaultKind]>([
    ['HTTP 404 and TASK_NOT_FOUND', createErrorFaultKind(404, 'TASK_NOT_FOUND')],
    ['HTTP 404 without a type', createErrorFaultKind(404, null)],
    ['a tool error TASK_NOT_FOUND', createErrorFaultKind(404, 'TASK_NOT_FOUND', { inTool: true })],
    ['HTTP 502 without a type', createErrorFaultKind(502, null)],
    ['an HTML page', { kind: 'page', status: 502 }],
    ['lost', { kind: 'reset' }],
    ['truncated', { kind: 'torn', atByte: 20 }]
  ])('is called only once if it’s accepted but the response is %s', async (_, does) => {
    const setup = await openRogueSetup({
      mcp: { asksForFaces: true },
      query: { secondsToFinish: 1 },
      faults: [createCallFault({ on: 'select_faces', does, afterWork: true, times: 1 })]
    })
    const task = await submitRogueFaceSwap(setup)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'done')
    expect([setup.callsTo('select_faces'), setup.service.violations()]).toEqual([1, []])
  })

  it('isn’t retried if the service has forgotten the session, and works when the user selects again', async () => {
    const setup = await openRogueSetup({ mcp: { asksForFaces: true } })
    const task = await submitRogueFaceSwap(setup)
    const { faces } = await setup.studio.faces(task.id)
    const choice = { kind: 'faces' as const, picks: [{ faceId: faces[1]?.id ?? '', reference: 0 }] }
    // The session has already had three messages: initialized, tools/list, get_task_result. The next message fails, but would succeed in a
    // new session.
    setup.service.change({ mcp: { sessionForgottenAfter: 3 } })
    await setup.studio.selectFaces(task.id, choice)
    await waitForRogueCondition(() => setup.callsTo('select_faces') > 0)
    await setup.until(task.id, 'needs_input')
    expect(setup.callsTo('select_faces')).toBe(1)

    setup.service.change({ mcp: { sessionForgottenAfter: null } })
    setup.studio.wake()
    await setup.studio.selectFaces(task.id, choice)
    await setup.until(task.id, 'done')
    expect([setup.callsTo('select_faces'), setup.service.violations()]).toEqual([2, []])
  })

  it('is sent again exactly once if the user repeats it after a lost call', async () => {
    const setup = await openRogueSetup({
      mcp: { asksForFaces: true },
      faults: [createCallFault({ on: 'select_faces', does: { kind: 'reset' }, times: 1 })]
    })
    const task = await submitRogueFaceSwap(setup)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'selecting')
    await setup.until(task.id, 'needs_input')
    expect(setup.callsTo('select_faces')).toBe(1)
    await chooseSecondFace(setup, task.id)
    await setup.until(task.id, 'done')
    expect([setup.callsTo('select_faces'), setup.service.violations()]).toEqual([2, []])
  })
})
