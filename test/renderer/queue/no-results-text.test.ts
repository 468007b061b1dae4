import { describe, expect, it } from 'vitest'
import { noResultsText } from '../../../renderer/queue/no-results-text.ts'

describe('a queue that shows no task', () => {
  it('says that the tab is empty if nothing was searched for', () => {
    expect(noResultsText(' ', 'Video')).toEqual({ title: 'No tasks under “Video” yet', words: 'Other tasks are under “All”.' })
  })

  it('names the search text and the tab', () => {
    expect(noResultsText('blue ', null).words).toBe('No task contains “blue”.')
    expect(noResultsText('blue', 'Video').words).toBe('No task under “Video” contains “blue”.')
  })
})
