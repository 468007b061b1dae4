import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { TaskDetails } from '../../../renderer/queue/task-details.tsx'
import type { TaskResult } from '../../../shared/task/task.ts'
import type { TimelineEntry } from '../../../shared/task/timeline.ts'
import { aTask } from '../a-task.ts'
import { fakeBridge } from '../fake-bridge.ts'

function aResult(index: number): TaskResult {
  const id = `one.${index + 1}`
  return {
    id,
    index,
    fileName: `${id}.png`,
    contentType: 'image/png',
    medium: 'image',
    bytes: 1,
    sha256: '',
    width: 64,
    height: 48,
    savedAt: 0
  }
}

const saved: TimelineEntry = {
  code: 'task-saved',
  params: {},
  at: 0,
  tone: 'plain',
  httpStatus: null,
  errorType: null,
  requestId: null,
  reference: null
}

describe('the details of a task', () => {
  afterEach(cleanup)

  it('start with the results, and never open the viewer in a second way', () => {
    fakeBridge({})
    render(<TaskDetails task={aTask({ id: 'one', results: [aResult(0), aResult(1)] })} capability={null} isOnline />)
    const [first, second] = screen.getAllByRole('button')
    expect([first?.getAttribute('aria-label'), second?.getAttribute('aria-label')]).toEqual(['Result 1', 'Result 2'])
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
  })

  it('load the timeline when the user asks for it, and keep it open for the next task', async () => {
    const sent = fakeBridge({ 'task.timeline': () => ({ ok: true, value: [saved] }) })
    render(<TaskDetails task={aTask({ id: 'one' })} capability={null} isOnline />)
    expect(sent).not.toContain('task.timeline')
    await userEvent.click(screen.getByText('Details'))
    expect(await screen.findByRole('list', { name: 'Timeline of A red vase' })).toBeTruthy()
    cleanup()
    render(<TaskDetails task={aTask({ id: 'two', title: 'A blue vase' })} capability={null} isOnline />)
    expect(await screen.findByRole('list', { name: 'Timeline of A blue vase' })).toBeTruthy()
  })
})
