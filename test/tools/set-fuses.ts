import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import type { AfterPackContext, LinuxPackager } from 'electron-builder'

/**
 * Closes the doors that Electron leaves open for development. Called by electron-builder after packing and before signing.
 * Not its `electronFuses`: that list lacks the newest fuse, and `strictlyRequireAllFuses` is to fail when another one appears.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const { electronPlatformName: platform, packager, appOutDir } = context
  const product = packager.appInfo.productFilename
  const linuxName = (packager as LinuxPackager).executableName
  const binary = platform === 'darwin' ? `${product}.app` : platform === 'win32' ? `${product}.exe` : linuxName
  await flipFuses(join(appOutDir, binary), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Changing the binary breaks its signature; on Apple silicon an unsigned build needs at least a signature of its own.
    resetAdHocDarwinSignature: platform === 'darwin' && process.env.CSC_LINK === undefined,
    [FuseV1Options.RunAsNode]: false,
    // Kiln holds no cookies.
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    // macOS and Windows; Linux has no such check.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true
  })
}
