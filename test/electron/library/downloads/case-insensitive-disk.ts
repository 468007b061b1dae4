import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type CaseInsensitiveDisk = { readonly folder: string; readonly unmount: () => void }

/**
 * Mounts a real file system that ignores case: NTFS in a file.
 * @returns the mounted disk, or the reason why it can't be mounted. Mounting requires Linux, root, FUSE, ntfs-3g and util-linux.
 */
export function mountCaseInsensitiveDisk(): CaseInsensitiveDisk | string {
  if (process.platform !== 'linux') return 'only Linux can mount NTFS with ignore_case'
  if (process.getuid?.() !== 0) return 'only root can mount'
  const place = mkdtempSync(join(tmpdir(), 'kiln-folding-'))
  const image = join(place, 'image')
  const folder = join(place, 'disk')
  writeFileSync(image, '')
  truncateSync(image, 64 * 1024 * 1024)
  for (const [program, ...tokens] of [
    ['mkntfs', '-F', '-q', image],
    ['mkdir', folder],
    ['lowntfs-3g', image, folder, '-o', 'ignore_case,streams_interface=none']
  ] as const) {
    const { status, error } = run(program, ...tokens)
    if (status === 0) continue
    rmSync(place, { recursive: true, force: true })
    return error === undefined ? `${program} failed` : `${program} is not installed`
  }
  return {
    folder,
    unmount: () => {
      run('umount', folder)
      rmSync(place, { recursive: true, force: true })
    }
  }
}

function run(program: string, ...tokens: readonly string[]): { readonly status: number | null; readonly error?: Error } {
  return spawnSync(program, tokens)
}
