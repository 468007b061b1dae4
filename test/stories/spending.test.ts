import { describe, expect, it } from 'vitest'
import type { SpendingRules } from '../../shared/spending.ts'
import { SpendingQuestion } from '../../shared/spending.ts'
import { openStory, standard, third } from './open-story.ts'

const rules: SpendingRules = { dailyLimit: null, confirmAbove: null, asksBeforeTwins: false }
const vase = { capability: standard, values: { prompt: 'a celadon vase' } }

async function openWithRules(changes: Partial<SpendingRules>) {
  return openStory({ studio: { spendingRules: () => ({ ...rules, ...changes }) } })
}

const guardsOf = async (sending: Promise<unknown>): Promise<unknown> => {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown
  )
  return error instanceof SpendingQuestion ? error.guards : error
}

describe('a limit per day', () => {
  it('holds over a restart, and nothing is sent past it', async () => {
    const story = await openWithRules({ dailyLimit: 12 })
    const first = await story.studio.submit(vase)
    await story.until(first.id, 'done')
    await story.reopen()
    await story.studio.submit(vase)
    expect(await guardsOf(story.studio.submit(vase))).toEqual([{ kind: 'limit', committed: 10, limit: 12, credits: 5 }])
    expect(story.studio.tasks()).toHaveLength(2)
    expect(story.callsTo('/submit')).toBeLessThanOrEqual(2)
  })
})

describe('a question above a figure', () => {
  it('keeps an order until a person says yes', async () => {
    const story = await openWithRules({ confirmAbove: 9 })
    const dear = { capability: third, values: { prompt: 'a celadon vase' } }
    expect(await guardsOf(story.studio.submit(dear))).toEqual([{ kind: 'confirm-above', credits: 10, above: 9 }])
    expect(story.studio.tasks()).toEqual([])
    const task = await story.studio.submit({ ...dear, consent: ['confirm-above'] })
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })
})

describe('the same asked for twice', () => {
  it('is sent once when a person presses twice within a moment', async () => {
    const story = await openWithRules({ asksBeforeTwins: true })
    const both = await Promise.allSettled([story.studio.submit(vase), story.studio.submit(vase)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [task] = story.studio.tasks()
    await story.until(task?.id ?? '', 'done')
    expect(story.charges()).toBe(1)
    expect(await guardsOf(story.studio.submit(vase))).toMatchObject([{ kind: 'twin', id: task?.id, phase: 'done' }])
  })

  it('is made once more when a person says that they mean it', async () => {
    const story = await openWithRules({ asksBeforeTwins: true })
    const first = await story.studio.submit(vase)
    const second = await story.studio.submit({ ...vase, consent: ['twin'] })
    await story.until(first.id, 'done')
    await story.until(second.id, 'done')
    expect(story.charges()).toBe(2)
  })
})
