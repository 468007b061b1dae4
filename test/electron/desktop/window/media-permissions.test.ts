import { describe, expect, it } from 'vitest'
import { createMediaPermissions } from '../../../../electron/desktop/window/media-permissions.ts'
import type { CaptureDeviceKind } from '../../../../shared/form/capture.ts'

describe('camera and microphone', () => {
  it('are blocked until a recorder requests them, and then only the requested ones are allowed', async () => {
    const gate = createMediaPermissions(async () => true)
    expect([gate.lets(['video']), gate.lets(['audio']), gate.lets([])]).toEqual([false, false, false])
    await gate.open(['microphone'])
    expect([gate.lets(['audio']), gate.lets(['video']), gate.lets(['audio', 'video']), gate.lets(['unknown'])]).toEqual([
      true,
      false,
      false,
      false
    ])
    await gate.open(['camera', 'microphone'])
    expect([gate.lets(['audio', 'video']), gate.lets([]), gate.lets(['toString'])]).toEqual([true, false, false])
    gate.close()
    expect([gate.lets(['video']), gate.lets(['audio'])]).toEqual([false, false])
  })

  it('stay blocked if the system denies access, and the error says so', async () => {
    const asked: CaptureDeviceKind[] = []
    const gate = createMediaPermissions(async (kind) => {
      asked.push(kind)
      return kind === 'camera'
    })
    await expect(gate.open(['camera', 'microphone'])).rejects.toThrow('Kiln isn’t allowed to use the microphone.')
    expect(asked).toEqual(['camera', 'microphone'])
    expect(gate.lets(['video'])).toBe(false)
  })
})
