/** The page that follows when ways into the account were turned off: there the owner turns their own back on. */
export const WAYS_IN_PATH = '/dashboard/settings/ways-in';
