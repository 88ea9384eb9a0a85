-- Whom of its population a simulation asks: {"party": ["democrat"]}, in the frame's order; null is all of them.
ALTER TABLE simulations ADD COLUMN audience jsonb;
