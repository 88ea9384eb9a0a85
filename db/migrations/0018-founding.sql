-- Who removes the founder with an unproved address leaves an organization of proved people.
GRANT UPDATE (founding) ON organizations TO app_api;
UPDATE organizations o SET founding = NULL WHERE founding = 'unproved'
  AND NOT EXISTS (SELECT FROM users WHERE organization_id = o.id AND email_verified_at IS NULL AND revoked_at IS NULL);
