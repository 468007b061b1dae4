import { describe, expect, it } from 'vitest'
import { generator, openRogueStory, type RogueStory } from '../open-rogue-story.ts'
import { adopt } from '../planned-studio.ts'
import type { PersonalityChanges } from '../personality.ts'

/** A service whose list of recent tasks has identifiers and nothing else, and one task that was made on the website. */
async function openWithStranger(changes: PersonalityChanges = {}): Promise<{ readonly story: RogueStory; readonly taskId: string }> {
  const story = await openRogueStory({ recent: { entries: 'ids' }, ...changes })
  const { taskId } = story.service.makeOnWebsite({ capability: generator })
  const report = await story.studio.reconcile()
  expect(report?.strangers).toMatchObject([{ taskId, capability: null }])
  return { story, taskId }
}

function madeFor(story: RogueStory, taskId: string): readonly string[] | undefined {
  const made = story.service.tasks().find((task) => task.taskId === taskId)
  return made?.outputs.flatMap(({ sha256 }) => sha256)
}

describe('L1: a task that the list names by its identifier only', () => {
  it.each([{}, { mcp: { taskIdName: 'task_id' } }, { mcp: { taskIdName: 'input.taskId', answers: 'event-stream' } }] as const)(
    'is taken over through MCP, which needs no capability (%o)',
    async (changes) => {
      const { story, taskId } = await openWithStranger(changes)
      const { id } = await adopt(story.studio, taskId)
      await story.until(id, 'done')
      expect(await story.savedDigests()).toEqual(madeFor(story, taskId))
      expect(story.callsTo('submit')).toBe(0)
    }
  )

  it('is taken over with the capability that the person names, where there is no MCP', async () => {
    const { story, taskId } = await openWithStranger({ mcp: { presence: 'missing' } })
    const { id } = await adopt(story.studio, taskId, generator)
    await story.until(id, 'done')
    expect(await story.savedDigests()).toEqual(madeFor(story, taskId))
    expect(story.callsTo('submit')).toBe(0)
  })
})
