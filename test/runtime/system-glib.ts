import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']

/**
 * Environment of a process that loads the system's GLib before any of our modules. Electron's Linux binary does the same. A module with its
 * own GLib, such as sharp's native build, then ends the process at its first critical warning. Empty if GLib isn't installed, and on other
 * systems.
 */
export function systemGlib(): { readonly LD_PRELOAD?: string; readonly G_DEBUG?: string } {
  if (process.platform !== 'linux') return {}
  const library = folders.map((folder) => join(folder, 'libgobject-2.0.so.0')).find((path) => existsSync(path))
  return library === undefined ? {} : { LD_PRELOAD: library, G_DEBUG: 'fatal-criticals' }
}
