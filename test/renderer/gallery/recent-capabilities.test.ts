import { describe, expect, it } from 'vitest'
import { lastUsedText, areSameRecentCapabilities, recentCapabilities } from '../../../renderer/gallery/recent-capabilities.ts'
import type { TaskResult } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'

const file = { contentType: 'image/png', bytes: 1, width: 1, height: 1 }
const result = (id: string, medium: TaskResult['medium']): TaskResult => ({
  id,
  index: 0,
  fileName: id,
  contentType: 'image/png',
  medium,
  bytes: 1,
  sha256: 'a'.repeat(64),
  width: 1,
  height: 1,
  savedAt: 1
})

describe('recent capabilities', () => {
  it('are listed once each, with your newest result, an image before audio', () => {
    const newestFirst = [
      aTask({ id: 'd', capability: 'swap', createdAt: 4, phase: 'failed' }),
      aTask({ id: 'c', capability: 'paint', createdAt: 3, phase: 'running' }),
      aTask({ id: 'b', capability: 'paint', createdAt: 2, title: 'A vase', results: [result('sound', 'audio'), result('new', 'image')] }),
      aTask({ id: 'a', capability: 'paint', createdAt: 1, results: [result('old', 'image')] })
    ]
    expect(recentCapabilities(newestFirst)).toEqual([
      { capability: 'swap', usedAt: 4, cover: null, open: null },
      {
        capability: 'paint',
        usedAt: 3,
        cover: { taskId: 'b', itemId: 'new', medium: 'image', title: 'A vase', ...file },
        open: { phase: 'running', hold: null }
      }
    ])
    expect(recentCapabilities([aTask({ id: 'a', title: 'Rain', results: [result('rain', 'audio')] })])[0]?.cover).toEqual({
      taskId: 'a',
      itemId: 'rain',
      medium: 'audio',
      title: 'Rain',
      ...file
    })
  })

  it('show the state of the newest unfinished task', () => {
    const newestFirst = [
      aTask({ id: 'c', createdAt: 3 }),
      aTask({ id: 'b', createdAt: 2, phase: 'needs_input' }),
      aTask({ id: 'a', createdAt: 1, phase: 'running' })
    ]
    expect(recentCapabilities(newestFirst)[0]?.open).toEqual({ phase: 'needs_input', hold: null })
    expect(recentCapabilities([aTask({ id: 'a', phase: 'running', hidden: true })])[0]?.open).toBeNull()
  })

  it('are equal until a visible value differs', () => {
    const before = recentCapabilities([aTask({ id: 'a', phase: 'running', polls: 1 })])
    expect(areSameRecentCapabilities(before, recentCapabilities([aTask({ id: 'a', phase: 'running', polls: 2 })]))).toBe(true)
    expect(areSameRecentCapabilities(before, recentCapabilities([aTask({ id: 'a', phase: 'collecting', polls: 2 })]))).toBe(false)
    expect(areSameRecentCapabilities(before, [])).toBe(false)
  })
})

describe('the time since the last use', () => {
  const now = new Date(2026, 10, 20, 14, 30).getTime()
  it.each([
    [new Date(2026, 10, 20, 14, 29, 40), 'just now'],
    [new Date(2026, 10, 20, 14, 26), '4 min ago'],
    [new Date(2026, 10, 20, 9, 0), '5 h ago'],
    [new Date(2026, 10, 19, 23, 50), 'yesterday'],
    [new Date(2026, 10, 12, 9, 0), '12 Nov'],
    [new Date(2025, 10, 12, 9, 0), '12 Nov 2025']
  ])('is shown for %s as %s', (at, words) => {
    expect(lastUsedText(at.getTime(), now)).toBe(words)
  })

  it('is “yesterday” soon after midnight', () => {
    expect(lastUsedText(new Date(2026, 10, 19, 23, 50).getTime(), new Date(2026, 10, 20, 1, 0).getTime())).toBe('yesterday')
  })
})
