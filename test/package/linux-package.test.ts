import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { linuxPackageProblems, linuxDistProblems } from './linux-package-problems.ts'

/** Program that builds `.deb` packages, available on Debian and Ubuntu. */
const debMaker = '/usr/bin/dpkg-deb'
const entryPath = '/usr/share/applications/app.kiln.desktop.desktop'
const profilePath = '/opt/Kiln/resources/apparmor-profile'
const profile = 'profile "kiln" "/opt/Kiln/kiln" flags=(unconfined) {\n  userns,\n}\n'
const entry = (exec: string): string => `[Desktop Entry]\nName=Kiln\n${exec}\n`

describe('the Linux package check', () => {
  it('passes a package that keeps the sandbox on', () => {
    const texts = new Map([[entryPath, entry('Exec=/opt/Kiln/kiln %U')]])
    expect(linuxPackageProblems('.rpm', texts)).toEqual([])
    expect(linuxPackageProblems('.deb', new Map([...texts, [profilePath, profile]]))).toEqual([])
  })

  it('rejects a missing desktop entry, or one that turns the sandbox off', () => {
    const off = new Map([['/app.kiln.desktop.desktop', entry('Exec=AppRun --no-sandbox %U')]])
    expect(linuxPackageProblems('.AppImage', off)).toEqual(['/app.kiln.desktop.desktop turns the sandbox off: Exec=AppRun --no-sandbox %U'])
    expect(linuxPackageProblems('.AppImage', new Map())).toEqual(['The desktop entry is missing.'])
    expect(linuxPackageProblems('.AppImage', new Map([['/a.desktop', entry('')]]))).toEqual(['/a.desktop has no Exec line.'])
  })

  it('requires an AppArmor profile in a deb', () => {
    const texts = new Map([[entryPath, entry('Exec=/opt/Kiln/kiln %U')]])
    const missing = ['An AppArmor profile that allows user namespaces is missing.']
    expect(linuxPackageProblems('.deb', texts)).toEqual(missing)
    expect(linuxPackageProblems('.deb', new Map([...texts, [profilePath, profile.replace('userns,', '')]]))).toEqual(missing)
  })

  it.runIf(existsSync(debMaker))('reads packages from disk and reports an invalid one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiln-packages-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const tree = join(folder, 'tree')
    for (const [path, text] of [
      ['/DEBIAN/control', 'Package: kiln\nVersion: 1.0.0\nArchitecture: all\nMaintainer: Kiln <kiln@example.com>\nDescription: Kiln\n'],
      [entryPath, entry('Exec=/opt/Kiln/kiln --no-sandbox %U')],
      [profilePath, profile]
    ] as const) {
      await mkdir(join(tree, path, '..'), { recursive: true })
      await writeFile(join(tree, path), text)
    }
    execFileSync(debMaker, ['--build', tree, join(folder, 'kiln.deb')], { stdio: 'ignore' })
    const program = `#!/bin/sh\nmkdir squashfs-root && printf '[Desktop Entry]\\nExec=AppRun %%U\\n' > squashfs-root/app.kiln.desktop.desktop\n`
    await writeFile(join(folder, 'kiln.AppImage'), program, { mode: 0o755 })
    await writeFile(join(folder, 'torn.AppImage'), 'nothing', { mode: 0o644 })
    const problems = linuxDistProblems(folder)
    expect(problems).toHaveLength(2)
    expect(problems[0]).toBe(`kiln.deb: ${entryPath} turns the sandbox off: Exec=/opt/Kiln/kiln --no-sandbox %U`)
    expect(problems[1]).toMatch(/^torn\.AppImage can’t be read: /)
  })
})
