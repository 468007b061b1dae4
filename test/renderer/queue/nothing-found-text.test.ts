import { describe, expect, it } from 'vitest'
import { nothingFoundText } from '../../../renderer/queue/nothing-found-text.ts'

describe('a queue that shows no task', () => {
  it('says that the tab is empty if nothing was searched for', () => {
    expect(nothingFoundText(' ', 'Video')).toEqual({ title: 'No tasks under “Video” yet', words: 'Other tasks are under “All”.' })
  })

  it('names the search text and the tab', () => {
    expect(nothingFoundText('blue ', null).words).toBe('No task contains “blue”.')
    expect(nothingFoundText('blue', 'Video').words).toBe('No task under “Video” contains “blue”.')
  })
})
