import { describe, expect, it } from 'vitest'
import { openRogueStory, waitFor } from '../open-rogue-story.ts'
import { callFault } from '../personality.ts'

describe('M8: a page in the place of one task’s state', () => {
  it.each([200, 403])('with status %d does not take the account offline while everything else works', async (status) => {
    const story = await openRogueStory({ faults: [callFault({ on: 'query', task: 0, does: { kind: 'page', status } })] })
    let timesOffline = 0
    story.studio.subscribe((event) => {
      if (event.kind === 'account' && !event.account.isOnline) timesOffline += 1
    })
    const struck = await story.ask()
    await waitFor(() => story.callsTo('query') >= 2)
    for (let made = 0; made < 5; made += 1) {
      const { id } = await story.ask()
      await story.until(id, 'done')
    }
    const taskId = story.known(struck.id)?.taskId
    await waitFor(() => story.service.calls().filter((call) => call.endpoint === 'query' && call.taskId === taskId).length >= 6)
    expect([timesOffline, story.studio.account().isOnline, story.studio.account().obstacle]).toEqual([0, true, null])
    expect(story.callsTo('catalog')).toBeLessThanOrEqual(3)

    story.service.change({ faults: [] })
    await story.until(struck.id, 'done')
  })
})
