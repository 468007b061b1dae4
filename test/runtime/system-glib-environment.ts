import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']

/**
 * Returns environment variables that make a process load the system's GLib before the app's modules. Empty if GLib isn't installed, and on
 * systems other than Linux.
 * Electron's Linux binary also loads GLib first. Some modules have their own GLib, such as sharp's native build. Such a module then ends
 * the process at its first critical warning. These variables reproduce that.
 */
export function systemGlibEnvironment(): { readonly LD_PRELOAD?: string; readonly G_DEBUG?: string } {
  if (process.platform !== 'linux') return {}
  const library = folders.map((folder) => join(folder, 'libgobject-2.0.so.0')).find((path) => existsSync(path))
  return library === undefined ? {} : { LD_PRELOAD: library, G_DEBUG: 'fatal-criticals' }
}
