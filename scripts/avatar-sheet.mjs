import { writeFileSync } from 'node:fs';
import { avatarSheetFile, drawAvatarSheet } from './lib/avatar-sheet.mjs';

writeFileSync(avatarSheetFile, drawAvatarSheet());
