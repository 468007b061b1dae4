import { describe, expect, it } from 'vitest'
import { installKind, programFilePath } from '../../../electron/launch/install-kind.ts'
import { rejectedSwitches } from '../../../electron/launch/debugging-switches.ts'

const portable = { PORTABLE_EXECUTABLE_FILE: 'D:\\kiln-portable.exe' }
const temporary = 'C:\\Temp\\2x9\\Kiln.exe'

describe('a copy of Kiln', () => {
  it('is installed, portable or unpackaged', () => {
    expect(installKind({ isPackaged: true, environment: {} })).toBe('installed')
    expect(installKind({ isPackaged: true, environment: portable })).toBe('portable')
    expect(installKind({ isPackaged: false, environment: portable })).toBe('unpackaged')
  })

  it('is restarted from its permanent file, not from a temporary folder', () => {
    expect(programFilePath(portable, temporary)).toBe('D:\\kiln-portable.exe')
    expect(programFilePath({ APPIMAGE: '/home/ada/Kiln.AppImage' }, '/tmp/.mount_Kiln/kiln')).toBe('/home/ada/Kiln.AppImage')
    expect(programFilePath({}, 'C:\\Kiln\\Kiln.exe')).toBe('C:\\Kiln\\Kiln.exe')
  })
})

describe('a packaged Kiln', () => {
  it('doesn’t start with switches that let another program control its page', () => {
    const given = new Set(['remote-debugging-port', 'lang'])
    const hasSwitch = (name: string): boolean => given.has(name)
    expect(rejectedSwitches({ isPackaged: true, hasSwitch })).toEqual(['remote-debugging-port'])
    expect(rejectedSwitches({ isPackaged: true, hasSwitch: (name) => name === 'remote-debugging-pipe' })).toEqual(['remote-debugging-pipe'])
    expect(rejectedSwitches({ isPackaged: true, hasSwitch: () => false })).toEqual([])
    expect(rejectedSwitches({ isPackaged: false, hasSwitch })).toEqual([])
  })
})
