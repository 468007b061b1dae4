/** The kind of this copy: installed (or an AppImage), unpacked for one run by the portable executable, or run from source. */
export type InstallKind = 'installed' | 'portable' | 'unpackaged'

type Parts = { readonly isPackaged: boolean; readonly environment: NodeJS.ProcessEnv }

export function installKind({ isPackaged, environment }: Parts): InstallKind {
  if (!isPackaged) return 'unpackaged'
  // electron-builder's portable executable sets this variable for the copy that it unpacks.
  return environment.PORTABLE_EXECUTABLE_FILE === undefined ? 'installed' : 'portable'
}

/**
 * Returns the path of the file that starts this copy again. An AppImage or a portable executable runs from a temporary folder, which is
 * deleted when Kiln quits. The system must therefore store the original file's path.
 */
export function programFile(environment: NodeJS.ProcessEnv, executable: string): string {
  return environment.APPIMAGE || environment.PORTABLE_EXECUTABLE_FILE || executable
}
