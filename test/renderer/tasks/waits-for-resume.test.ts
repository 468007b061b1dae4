import { describe, expect, it } from 'vitest'
import { waitsForResume } from '../../../renderer/tasks/waits-for-resume.ts'
import { phases } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'

describe('a task that waits while sending is paused', () => {
  it('is unsent, and neither on hold nor waiting for a manual upload', () => {
    const can = { ...aTask({ id: 'a' }).can, cancel: true }
    const manualUpload = { fileName: 'a.png', command: 'curl -T a.png https://example.com' }
    expect(phases.filter((phase) => !waitsForResume(aTask({ id: 'a', phase, can })))).toEqual(['held'])
    expect(waitsForResume(aTask({ id: 'a', phase: 'uploading', can, manualUpload }))).toBe(false)
  })

  it('isn’t a task that the service may have accepted', () => {
    const can = { ...aTask({ id: 'a' }).can, cancel: false }
    expect(phases.filter((phase) => waitsForResume(aTask({ id: 'a', phase, can })))).toEqual([])
  })
})
