import { describe, expect, it } from 'vitest'
import { askForFaces, chooseSecondFace } from '../ask-for-faces.ts'
import { openRogueStory, waitFor } from '../open-rogue-story.ts'
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
    const story = await openRogueStory({
      mcp: { asksForFaces: true },
      query: { secondsToFinish: 1 },
      faults: [callFault({ on: 'select_faces', does, afterWork: true, times: 1 })]
    })
    const task = await askForFaces(story)
    await chooseSecondFace(story, task.id)
    await story.until(task.id, 'done')
    expect([story.callsTo('select_faces'), story.service.violations()]).toEqual([1, []])
  })

  it('is not repeated by Kiln when the service has forgotten the session, and works when the person chooses again', async () => {
    const story = await openRogueStory({ mcp: { asksForFaces: true } })
    const task = await askForFaces(story)
    const { faces } = await story.studio.faces(task.id)
    const choice = { kind: 'faces' as const, picks: [{ faceId: faces[1]?.id ?? '', reference: 0 }] }
    // The session has had three messages: initialized, tools/list, get_task_result. A new one would work.
    story.service.change({ mcp: { sessionForgottenAfter: 3 } })
    await story.studio.selectFaces(task.id, choice)
    await waitFor(() => story.callsTo('select_faces') > 0)
    await story.until(task.id, 'needs_input')
    expect(story.callsTo('select_faces')).toBe(1)

    story.service.change({ mcp: { sessionForgottenAfter: null } })
    story.studio.wake()
    await story.studio.selectFaces(task.id, choice)
    await story.until(task.id, 'done')
    expect([story.callsTo('select_faces'), story.service.violations()]).toEqual([2, []])
  })

  it('that a person repeats after a lost call is sent once more and no oftener', async () => {
    const story = await openRogueStory({
      mcp: { asksForFaces: true },
      faults: [callFault({ on: 'select_faces', does: { kind: 'reset' }, times: 1 })]
    })
    const task = await askForFaces(story)
    await chooseSecondFace(story, task.id)
    await story.until(task.id, 'selecting')
    await story.until(task.id, 'needs_input')
    expect(story.callsTo('select_faces')).toBe(1)
    await chooseSecondFace(story, task.id)
    await story.until(task.id, 'done')
    expect([story.callsTo('select_faces'), story.service.violations()]).toEqual([2, []])
  })
})
