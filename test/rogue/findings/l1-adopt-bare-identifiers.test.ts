import { describe, expect, it } from 'vitest'
import { rogueImageGeneratorId, openRogueSetup, type RogueSetup } from '../open-rogue-setup.ts'
import type { PersonalityChanges } from '../personality.ts'

/** Opens a service whose recent-task list contains only IDs. One task in the list was created on the website. */
async function openWithStranger(changes: PersonalityChanges = {}): Promise<{ readonly setup: RogueSetup; readonly taskId: string }> {
  const setup = await openRogueSetup({ recent: { entries: 'ids' }, ...changes })
  const { taskId } = setup.service.makeOnWebsite({ capability: rogueImageGeneratorId })
  const report = await setup.studio.reconcile()
  expect(report?.untrackedTasks).toMatchObject([{ taskId, capability: null }])
  return { setup, taskId }
}

function madeFor(setup: RogueSetup, taskId: string): readonly string[] | undefined {
  const made = setup.service.tasks().find((task) => task.taskId === taskId)
  return made?.outputs.flatMap(({ sha256 }) => sha256)
}

describe('L1: a task that is listed only by its ID', () => {
  it.each([{}, { mcp: { taskIdName: 'task_id' } }, { mcp: { taskIdName: 'input.taskId', answers: 'event-stream' } }] as const)(
    'is added over MCP without a capability (%o)',
    async (changes) => {
      const { setup, taskId } = await openWithStranger(changes)
      const { id } = setup.studio.adopt(taskId)
      await setup.until(id, 'done')
      expect(await setup.savedDigests()).toEqual(madeFor(setup, taskId))
      expect(setup.callsTo('submit')).toBe(0)
    }
  )

  it('is added with the capability that the user chooses if MCP is missing', async () => {
    const { setup, taskId } = await openWithStranger({ mcp: { presence: 'missing' } })
    const { id } = setup.studio.adopt(taskId, { capability: rogueImageGeneratorId })
    await setup.until(id, 'done')
    expect(await setup.savedDigests()).toEqual(madeFor(setup, taskId))
    expect(setup.callsTo('submit')).toBe(0)
  })
})
