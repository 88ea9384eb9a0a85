-- Who removes the founder with an unproved address leaves an organization of proved people.
GRANT UPDATE (founding) ON organizations TO app_api;
