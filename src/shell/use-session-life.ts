import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorCode } from '#src/lib/app-error.ts';
import { createSessionLife } from '#src/domain/session/session-life.ts';
import { renewSession } from '#src/domain/session/session.ts';
import { signedIn } from '#src/api/signed-in.ts';

function createPageLife() {
  return createSessionLife({
    now: Date.now,
    setTimer: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    isVisible: () => document.visibilityState === 'visible',
    refresh: renewSession,
    isFinal: (error) => errorCode(error) === 'UNAUTHENTICATED',
    onOver: () => signedIn.expire('sign-in'),
  });
}

/** Keeps the session of this page alive. `expiresAt` is its end as last reported. */
export function useSessionLife(expiresAt: string): void {
  const [life] = useState(createPageLife);
  useEffect(() => {
    const resume = () => life.resume();
    document.addEventListener('visibilitychange', resume);
    const stopListening = onlineManager.subscribe(resume);
    return () => {
      document.removeEventListener('visibilitychange', resume);
      stopListening();
      life.stop();
    };
  }, [life]);
  useEffect(() => {
    if (expiresAt !== '') life.know(Date.parse(expiresAt));
  }, [life, expiresAt]);
}
