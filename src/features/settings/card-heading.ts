import { createContext, type RefObject } from 'react';

/** The heading of the card that something is on: it takes the focus when what had it is gone. */
export const CardHeading = createContext<RefObject<HTMLHeadingElement | null> | null>(null);
